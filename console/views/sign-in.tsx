import { useEffect, useRef, useState } from 'preact/hooks';
import { Client, Refusal } from '../client.ts';
import { problemText } from '../problem-text.ts';
import { looksLikeToken } from '../session.ts';
import { useWords } from '../texts/index.ts';

/** All that is shown to whoever has no token. */
export function SignIn({ onToken }: { onToken(token: string): void }) {
  const { t, language } = useWords();
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const signIn = async (event: Event) => {
    event.preventDefault();
    const token = field.current?.value.trim() ?? '';
    if (!looksLikeToken(token)) return setWrong(t.signIn.wrong);
    setBusy(true);
    try {
      await new Client(token).forms();
      onToken(token);
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.status === 401;
      setWrong(isUnknown ? t.signIn.refused : problemText(t, language, error));
      setBusy(false);
      field.current?.focus();
    }
  };
  return (
    <form class="card narrow" onSubmit={signIn}>
      <h1>{t.signIn.title}</h1>
      <p>
        <label for="token">{t.signIn.token}</label>
        <input
          id="token"
          ref={field}
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          aria-invalid={wrong !== ''}
          aria-describedby="token-hint token-wrong"
        />
        <small id="token-hint">{t.signIn.hint}</small>
        <span id="token-wrong" class="wrong" role="alert">
          {wrong}
        </span>
      </p>
      <p class="buttons">
        <button type="submit" class="primary" disabled={busy}>
          {t.signIn.submit}
        </button>
      </p>
    </form>
  );
}
