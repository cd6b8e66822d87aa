import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { NotSentError } from '../../lib/tabs/index.ts';
import { type FormInfo, type HandedIn, type NewSubmission, Refusal } from '../client.ts';
import { Draw, fieldId } from '../fields/draw.tsx';
import { type Field, fieldsOf } from '../fields/schema.ts';
import { type Errors, initialOf, read, type Value, type Values } from '../fields/values.ts';
import { handIn } from '../hand-in.ts';
import { fieldText } from '../problem-text.ts';
import { useSession } from '../session-context.ts';
import { filled, useWords } from '../texts/index.ts';
import { SendResult, type Sent } from './send-result.tsx';
import { useDraft } from './use-draft.ts';

/** When it may be sent: not of the form, and drawn like its fields. */
const timeFields = (names: { readonly notBefore: string; readonly expiresAt: string }): Field[] =>
  (['notBefore', 'expiresAt'] as const).map((path) => ({
    path,
    name: names[path],
    required: false,
    secret: false,
    hint: undefined,
    kind: { is: 'moment' },
  }));

export function SendForm({ form }: { readonly form: FormInfo }) {
  const { client, tabs } = useSession();
  const { t } = useWords();
  const fields = useMemo(() => fieldsOf(form.schema, form.secret), [form]);
  const times = timeFields(t.send);
  const all = [...fields, ...times];
  const [values, setValues] = useState<Values>(() => initialOf(fields));
  const [errors, setErrors] = useState<Errors>({});
  const [sent, setSent] = useState<Sent>();
  const under = useRef<AbortController>(undefined);
  const draft = useDraft(form.name, setValues);

  const onValue = (field: Field, value: Value) => {
    setValues((was) => ({ ...was, [field.path]: value }));
    setErrors(({ [field.path]: _, ...rest }) => rest);
    draft.keep(field, value);
  };
  const empty = () => {
    draft.drop();
    setValues(initialOf(fields));
    setErrors({});
    // Files cannot be emptied from here but by drawing their fields anew.
    setRound((nth) => nth + 1);
  };
  const [round, setRound] = useState(0);

  const send = async (after?: HandedIn) => {
    if (under.current !== undefined) return;
    const controller = new AbortController();
    under.current = controller;
    setSent({ is: 'sending' });
    try {
      setSent(await handInOnce(controller, after));
    } catch (error) {
      setSent(controller.signal.aborted ? { is: 'stopped' } : { is: 'problem', error });
    } finally {
      under.current = undefined;
    }
  };

  async function handInOnce(
    controller: AbortController,
    after: HandedIn | undefined,
  ): Promise<Sent | undefined> {
    const own = await read(fields, values, t.send);
    const when = await read(times, values, t.send);
    if (Object.keys(own.errors).length > 0) return wrong(own.errors);
    const submission: NewSubmission = { form: form.name, data: own.data, ...when.data };
    try {
      const landing = await handIn(tabs, client, submission, {
        signal: controller.signal,
        onWaiting: () => setSent({ is: 'waiting', cancel: () => controller.abort() }),
        after,
      });
      switch (landing.outcome) {
        case 'sent':
        case 'already-sent':
          setErrors({});
          draft.drop();
          return { is: 'handedIn', before: landing.outcome === 'already-sent', answer: landing.receipt };
        case 'unknown':
        case 'in-flight-elsewhere':
          return { is: 'unknown' };
        default:
          return landing satisfies never;
      }
    } catch (error) {
      const refusal = error instanceof NotSentError ? error.cause : error;
      if (!(refusal instanceof Refusal) || refusal.body.errors === undefined) throw refusal;
      return wrong(
        Object.fromEntries(
          refusal.body.errors.map((error) => {
            const place = placeOf(error.field);
            return [place, isEmpty(place) ? t.fieldErrors.required : fieldText(t, error)];
          }),
        ),
      );
    }
  }

  /** What was left out has no value that could be wrong. */
  function isEmpty(path: string): boolean {
    const value = values[path] ?? '';
    const isDrawn = flat(all).some((field) => field.path === path);
    return isDrawn && (value === '' || (Array.isArray(value) && value.length === 0));
  }

  /** At the field that is drawn: an error of a file's name belongs to the file. */
  function placeOf(path: string): string {
    const paths = flat(all).map((field) => field.path);
    return paths.find((one) => path === one || path.startsWith(`${one}.`)) ?? path;
  }

  function wrong(found: Errors): Sent {
    setErrors(found);
    return { is: 'wrong' };
  }

  useEffect(() => {
    const first = Object.keys(errors)[0];
    if (sent?.is === 'wrong' && first !== undefined) document.getElementById(fieldId(first))?.focus();
  }, [sent]);

  const isBusy = sent?.is === 'sending' || sent?.is === 'waiting';
  return (
    <form
      class="card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {draft.note && (
        <p class="note" role="status">
          {draft.note}
        </p>
      )}
      <p>
        <small>
          {filled(t.send.identity, { fields: form.identity.map((name) => nameOf(fields, name)).join(', ') })}
        </small>
      </p>
      <Draw key={round} fields={fields} values={values} errors={errors} onValue={onValue} />
      <details open={times.some(({ path }) => path in errors) || undefined}>
        <summary>{t.send.times}</summary>
        <Draw fields={times} values={values} errors={errors} onValue={onValue} />
      </details>
      {sent?.is === 'wrong' && <Wrong errors={errors} fields={all} />}
      <p class="buttons">
        <button type="button" onClick={empty} disabled={isBusy}>
          {t.send.dropDraft}
        </button>
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {isBusy ? t.send.sending : t.send.submit}
        </button>
      </p>
      <SendResult sent={sent} onOnceMore={(answer) => void send(answer)} />
    </form>
  );
}

function Wrong({ errors, fields }: { readonly errors: Errors; readonly fields: readonly Field[] }) {
  const { t } = useWords();
  const entries = Object.entries(errors);
  return (
    <div class="note bad" role="alert">
      <p>{filled(t.send.fix, { n: entries.length })}</p>
      <ul>
        {entries.map(([path, message]) => (
          <li key={path}>
            {flat(fields).find((field) => field.path === path)?.name ?? path} {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function flat(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => (field.kind.is === 'group' ? flat(field.kind.fields) : [field]));
}

function nameOf(fields: readonly Field[], name: string): string {
  return fields.find(({ path }) => path === `data.${name}`)?.name ?? name;
}
