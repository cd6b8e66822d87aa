import { useEffect, useMemo, useState } from 'preact/hooks';
import { DraftKeeper, isKeepable } from '../drafts.ts';
import type { Field } from '../fields/schema.ts';
import type { Value, Values } from '../fields/values.ts';
import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { agoIn } from '../time.ts';

export interface Draft {
  readonly note: string | undefined;
  keep(field: Field, value: Value): void;
  drop(): void;
}

/** Fills in what was typed before, and keeps what is typed from now on. */
export function useDraft(form: string, setValues: (change: (was: Values) => Values) => void): Draft {
  const { tabs, token } = useSession();
  const { t } = useWords();
  const [note, setNote] = useState<string>();
  const keeper = useMemo(
    () =>
      new DraftKeeper(tabs, token, form, (error) =>
        setNote(filled(t.send.draftFailed, { why: (error as Error).message })),
      ),
    [tabs, token, form, t],
  );
  useEffect(() => {
    let isHere = true;
    keeper.read().then(
      (kept) => {
        if (!isHere || kept === undefined || Object.keys(kept.values).length === 0) return;
        setValues((was) => ({ ...was, ...kept.values }));
        setNote(filled(t.send.draft, { ago: agoIn(t, Date.now() - kept.atMs) }));
      },
      (error: unknown) => setNote(filled(t.send.draftFailed, { why: String(error) })),
    );
    return () => {
      isHere = false;
      keeper.flush();
    };
    // A change of the language makes another keeper, and must not fill in again.
  }, [form]);
  return {
    note,
    keep(field, value) {
      if (isKeepable(field)) keeper.keep(field.path, value);
    },
    drop() {
      setNote(undefined);
      keeper.drop();
    },
  };
}
