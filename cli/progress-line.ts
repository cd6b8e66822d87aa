import ora from 'ora';

/** Shows that something happens: a spinner on a terminal, elsewhere a plain line whenever the text changes. */
export interface ProgressLine {
  show(text: string): void;
  end(): void;
}

export function progressLine(): ProgressLine {
  // Some pseudo-terminals say that they have 0 columns; the spinner would clear lines without end.
  if (!process.stderr.isTTY || !process.stderr.columns) return plainLines();
  // Reading the terminal would take Ctrl-C away from us.
  const spinner = ora({ discardStdin: false }).start();
  return {
    show(text) {
      spinner.text = text;
    },
    end: () => void spinner.stop(),
  };
}

function plainLines(): ProgressLine {
  let last = '';
  return {
    show(text) {
      if (text !== last) console.error(text);
      last = text;
    },
    end() {},
  };
}
