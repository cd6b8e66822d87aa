/** As much of Redis' wire protocol (RESP2 and RESP3) as it takes to see where a value ends and what it says. */

/** Where the value that begins at `start` ends, or undefined while some of it is still to come. */
export function endOfValue(buffer: Buffer, start = 0): number | undefined {
  const lineEnd = buffer.indexOf('\r\n', start);
  if (lineEnd === -1) return undefined;
  const after = lineEnd + 2;
  const count = Number(buffer.toString('latin1', start + 1, lineEnd));
  switch (typeOf(buffer, start)) {
    case '$':
    case '=':
    case '!':
      // Bytes and a line end; -1 stands for no value at all.
      return count < 0 ? after : within(buffer, after + count + 2);
    case '*':
    case '~':
    case '>':
      return endOfValues(buffer, after, count);
    case '%':
      return endOfValues(buffer, after, 2 * count);
    case '|':
      // Attributes come before the value that they describe.
      return endOfValues(buffer, after, 2 * count + 1);
    default:
      return after;
  }
}

function endOfValues(buffer: Buffer, start: number, count: number): number | undefined {
  let end: number | undefined = start;
  for (let nth = 0; nth < count && end !== undefined; nth++) end = endOfValue(buffer, end);
  return end;
}

const within = (buffer: Buffer, end: number) => (end <= buffer.length ? end : undefined);

export function typeOf(value: Buffer, start = 0): string {
  return value.toString('latin1', start, start + 1);
}

/** A command's words. Clients send arrays of bulk strings, people with a plain socket a line. */
export function wordsOf(command: Buffer): string[] {
  if (typeOf(command) !== '*') return command.toString().trim().split(' ');
  const words: string[] = [];
  for (let at = command.indexOf('\r\n') + 2; at < command.length; at = endOfValue(command, at) ?? Infinity) {
    words.push(textOf(command.subarray(at)));
  }
  return words;
}

/** What a value says: its text or number; of several the first one's; empty where it is no value. */
export function textOf(value: Buffer): string {
  const lineEnd = value.indexOf('\r\n');
  const line = value.toString('utf8', 1, lineEnd);
  switch (typeOf(value)) {
    case '$':
    case '=':
    case '!':
      return Number(line) < 0 ? '' : value.toString('utf8', lineEnd + 2, lineEnd + 2 + Number(line));
    case '*':
    case '~':
    case '%':
      return Number(line) > 0 ? textOf(value.subarray(lineEnd + 2)) : '';
    default:
      return line;
  }
}
