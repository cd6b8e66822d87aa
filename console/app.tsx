import { useEffect, useRef, useState } from 'preact/hooks';
import type { Tabs } from '../lib/tabs/index.ts';
import { Client } from './client.ts';
import { dropDrafts } from './drafts.ts';
import { type Live, NOTHING, watch } from './live.ts';
import { hrefOf, useView, type View } from './route.ts';
import { storedToken, storeToken } from './session.ts';
import { SessionContext } from './session-context.ts';
import {
  chosenLanguage,
  LANGUAGES,
  type Language,
  rememberLanguage,
  useWords,
  WordsContext,
} from './texts/index.ts';
import { List } from './views/list.tsx';
import { Review } from './views/review.tsx';
import { Send } from './views/send.tsx';
import { SignIn } from './views/sign-in.tsx';
import { SubmissionView } from './views/submission.tsx';
import { TabsView } from './views/tabs.tsx';

export function App({ opening }: { readonly opening: Promise<Tabs> }) {
  const [language, setLanguage] = useState(chosenLanguage);
  const [token, setToken] = useState(storedToken);
  const [tabs, setTabs] = useState<Tabs>();
  useEffect(() => {
    void opening.then(setTabs);
  }, [opening]);
  const t = LANGUAGES[language];
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const change = (now: string | undefined) => {
    storeToken(now);
    setToken(now);
  };
  const signOut = () => {
    if (tabs && token !== undefined) void dropDrafts(tabs, token).catch(() => undefined);
    change(undefined);
  };
  return (
    <WordsContext.Provider value={{ t, language }}>
      <header>
        <strong class="brand">{t.title}</strong>
        {token !== undefined && <Nav />}
        <span class="tools">
          <Languages
            onLanguage={(now) => {
              rememberLanguage(now);
              setLanguage(now);
            }}
          />
          {token !== undefined && (
            <button type="button" onClick={signOut}>
              {t.signIn.out}
            </button>
          )}
        </span>
      </header>
      {token === undefined ? (
        <main id="content">
          <SignIn onToken={change} />
        </main>
      ) : tabs === undefined ? (
        <main id="content">
          <p>{t.tabs.opening}</p>
        </main>
      ) : (
        <SignedIn key={token} token={token} tabs={tabs} />
      )}
    </WordsContext.Provider>
  );
}

function Nav() {
  const { t } = useWords();
  const view = useView();
  const parts = [
    [hrefOf.list(), t.nav.list, ['list', 'submission']],
    [hrefOf.send, t.nav.send, ['send']],
    [hrefOf.review, t.nav.review, ['review']],
    [hrefOf.tabs, t.nav.tabs, ['tabs']],
  ] as const;
  return (
    <nav aria-label={t.nav.label}>
      {parts.map(([href, name, views]) => (
        <a
          key={href}
          href={href}
          aria-current={(views as readonly string[]).includes(view.name) ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

/** Each in its own language, for who does not read the one that is shown. */
function Languages({ onLanguage }: { onLanguage(language: Language): void }) {
  const { language } = useWords();
  return (
    <>
      {(Object.keys(LANGUAGES) as Language[]).map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          class="plain"
          aria-pressed={one === language}
          aria-label={LANGUAGES[one].language}
          onClick={() => onLanguage(one)}
        >
          {one.toUpperCase()}
        </button>
      ))}
    </>
  );
}

function SignedIn({ token, tabs }: { readonly token: string; readonly tabs: Tabs }) {
  const [client] = useState(() => new Client(token));
  const [live, setLive] = useState<Live>(NOTHING);
  const view = useView();
  useEffect(() => watch(tabs, client, token, setLive), [tabs, client, token]);
  return (
    <SessionContext.Provider value={{ token, client, tabs, live }}>
      <Content view={view} />
    </SessionContext.Provider>
  );
}

function Content({ view }: { readonly view: View }) {
  const content = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const place = view.name === 'submission' ? view.key : view.name;
  // Who cannot see that the page has changed is taken to its beginning.
  useEffect(() => {
    if (!isFirst.current) content.current?.querySelector('h1')?.focus();
    isFirst.current = false;
    document.title = `${content.current?.querySelector('h1')?.textContent ?? ''} · Sekali`;
  }, [place]);
  return (
    <main id="content" ref={content}>
      {shown(view)}
    </main>
  );
}

function shown(view: View) {
  switch (view.name) {
    case 'list':
      return <List phase={view.phase} />;
    case 'submission':
      return <SubmissionView key={view.key} at={view.key} />;
    case 'send':
      return <Send />;
    case 'review':
      return <Review />;
    case 'tabs':
      return <TabsView />;
    default:
      return view satisfies never;
  }
}
