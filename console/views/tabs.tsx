import type { Diagnostics, Tabs } from '../../lib/tabs/index.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { momentIn } from '../time.ts';

/** How the tabs of this browser work together, in words; who holds and waits, on demand. */
export function TabsView() {
  const { t, language } = useWords();
  const { tabs } = useSession();
  const look = async () => ({ ...(await tabs.diagnostics()), atMs: Date.now() });
  const { value, error, ask } = useAsked(look, '', { atOnce: false });
  return (
    <>
      <h1 tabIndex={-1}>{t.tabs.title}</h1>
      <p>{t.tabs.lead}</p>
      <CapabilityWords tabs={tabs} />
      <p>
        <button type="button" onClick={ask}>
          {t.tabs.look}
        </button>
      </p>
      <ProblemNote error={error} />
      <div role="status">
        {value && (
          <>
            <p>{filled(t.tabs.stale, { time: momentIn(language, value.atMs) })}</p>
            <Locks title={t.tabs.held} locks={value.held} />
            <Locks title={t.tabs.pending} locks={value.pending} />
            <h2>{t.tabs.own}</h2>
            {value.own.length === 0 && <p>{t.tabs.none}</p>}
            <ul>
              {value.own.map(({ names, state, sinceMs }) => (
                <li key={`${names} ${sinceMs}`}>
                  <code>{names.join(', ')}</code> {state}, {momentIn(language, sinceMs)}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  );
}

function CapabilityWords({ tabs: { capability } }: { readonly tabs: Tabs }) {
  const { t } = useWords();
  const { provider, takeoverMs, memory, reasons } = capability;
  return (
    <section class={`note ${provider === 'web-locks' && memory === 'durable' ? 'good' : ''}`}>
      <p>{filled(t.tabs.provider[provider], { s: Math.ceil(takeoverMs.hidden / 1_000) })}</p>
      <p>{t.tabs.memory[memory]}</p>
      {reasons.map((reason) => (
        <p key={reason}>{t.tabs.reasons[reason]}</p>
      ))}
    </section>
  );
}

function Locks({ title, locks }: { readonly title: string; readonly locks: Diagnostics['held'] }) {
  const { t } = useWords();
  return (
    <>
      <h2>{title}</h2>
      {locks.length === 0 && <p>{t.tabs.none}</p>}
      <ul>
        {locks.map(({ name, mode, clientId }) => (
          <li key={`${name} ${clientId}`}>
            <code>{name}</code> {mode}, {t.tabs.client} <code>{clientId?.slice(0, 8)}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
