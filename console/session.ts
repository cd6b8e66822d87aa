/**
 * The token, for as long as this tab is open. In sessionStorage rather than in memory: a reload, also one of a tab that the
 * browser has put to sleep, would sign out in the middle of a decision. Not in localStorage: other tabs, and whoever opens the
 * browser tomorrow, have to bring their own.
 */
const NAME = 'sekali-token';
/** As the API reads it. */
const SHAPE = /^[\w.~+/=-]{1,200}$/;

export function storedToken(): string | undefined {
  return tried(() => sessionStorage.getItem(NAME)) ?? undefined;
}

/** Where the browser refuses to store anything, it lasts until the page is reloaded. */
export function storeToken(token: string | undefined): void {
  tried(() => (token === undefined ? sessionStorage.removeItem(NAME) : sessionStorage.setItem(NAME, token)));
}

export function looksLikeToken(text: string): boolean {
  return SHAPE.test(text);
}

function tried<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
