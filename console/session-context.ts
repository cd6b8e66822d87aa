import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Tabs } from '../lib/tabs/index.ts';
import type { Client } from './client.ts';
import type { Live } from './live.ts';

/** What every view works with, once somebody has signed in. */
export interface Session {
  readonly token: string;
  readonly client: Client;
  readonly tabs: Tabs;
  readonly live: Live;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('only for who has signed in');
  return session;
}
