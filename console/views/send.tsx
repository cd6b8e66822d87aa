import { useEffect, useState } from 'preact/hooks';
import { ProblemNote } from '../parts/problem.tsx';
import { SendForm } from '../parts/send-form.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { useSession } from '../session-context.ts';
import { useWords } from '../texts/index.ts';

/** Hands a submission in, by a form that is drawn from its schema. */
export function Send() {
  const { client } = useSession();
  const { t } = useWords();
  const { value, error } = useAsked(() => client.forms(), '');
  const [chosen, setChosen] = useState('');
  const forms = value?.forms ?? [];
  const [only] = forms.length === 1 ? forms : [];
  useEffect(() => {
    if (only) setChosen(only.name);
  }, [only]);
  const form = forms.find(({ name }) => name === chosen);
  return (
    <>
      <h1 tabIndex={-1}>{t.send.title}</h1>
      <ProblemNote error={error} />
      {value === undefined && error === undefined && <p>{t.common.loading}</p>}
      {value && forms.length === 0 && <p>{t.send.noForms}</p>}
      {forms.length > 0 && (
        <p class="field">
          <label for="form">{t.send.form}</label>
          <select id="form" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">{t.send.choose}</option>
            {forms.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
      {form && <SendForm key={form.name} form={form} />}
    </>
  );
}
