import { useEffect, useState } from 'preact/hooks';

/** Which part of the page is shown; in the address, so that it can be gone back to and opened in another tab. */
export type View =
  | { readonly name: 'list'; readonly phase: string }
  | { readonly name: 'submission'; readonly key: string }
  | { readonly name: 'send' }
  | { readonly name: 'review' }
  | { readonly name: 'tabs' };

export function viewOf(hash: string): View {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [name, key] = path.split('/');
  switch (name) {
    case 'submissions':
      if (key) return { name: 'submission', key: decoded(key) };
      return { name: 'list', phase: new URLSearchParams(query).get('phase') ?? '' };
    case 'send':
    case 'review':
    case 'tabs':
      return { name };
    default:
      return { name: 'list', phase: '' };
  }
}

export const hrefOf = {
  list: (phase = '') => (phase === '' ? '#/submissions' : `#/submissions?phase=${phase}`),
  submission: (key: string) => `#/submissions/${encodeURIComponent(key)}`,
  send: '#/send',
  review: '#/review',
  tabs: '#/tabs',
} as const;

export function useView(): View {
  const [view, setView] = useState(() => viewOf(location.hash));
  useEffect(() => {
    const follow = () => setView(viewOf(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return view;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
