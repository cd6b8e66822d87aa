import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useWords } from '../texts/index.ts';
import { ProblemNote } from './problem.tsx';

export interface ConfirmProps {
  readonly title: string;
  readonly yes: string;
  readonly danger?: boolean;
  readonly children: ComponentChildren;
  /** Does it; what it throws is shown, and the dialog stays. */
  onYes(): Promise<void>;
  onClose(): void;
}

/** Asks before something is done that cannot be taken back. The browser keeps the focus inside, and Escape closes it. */
export function Confirm({ title, yes, danger = false, children, onYes, onClose }: ConfirmProps) {
  const { t } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [state, setState] = useState<{ readonly busy: boolean; readonly error?: unknown }>({ busy: false });
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const act = async (event: Event) => {
    event.preventDefault();
    setState({ busy: true });
    try {
      await onYes();
      onClose();
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        // What is under way cannot be taken back.
        if (!state.busy) onClose();
      }}
    >
      <form onSubmit={act}>
        <h2 id={titleId}>{title}</h2>
        {children}
        <ProblemNote error={state.error} />
        <p class="buttons">
          <button type="button" onClick={onClose} disabled={state.busy}>
            {t.common.cancel}
          </button>
          <button
            type="submit"
            class={danger ? 'danger' : 'primary'}
            aria-disabled={state.busy}
            disabled={state.busy}
          >
            {yes}
          </button>
        </p>
      </form>
    </dialog>
  );
}
