/** The worker's structured log lines, as they come out of `serverless offline` among other output. */

export type LogLine = Readonly<Record<string, unknown>> & { readonly message: string };

/** The line's fields, or undefined where it is not one of the worker's. */
export function parseLogLine(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const fields: unknown = JSON.parse(line);
    return isLogLine(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

function isLogLine(fields: unknown): fields is LogLine {
  return (
    typeof fields === 'object' && fields !== null && 'message' in fields && typeof fields.message === 'string'
  );
}

/** The same on every line of one worker: no news for somebody who watches. */
const CONSTANT = /^(level|message|timestamp|service|cold_start|sampling_rate|xray_trace_id|function_.*)$/;

/** One line for people: `19:22:04 delivery finished  disposition=done key=…`. */
export function forPeople(fields: LogLine): string {
  const time = new Date(String(fields.timestamp ?? '')).toTimeString().slice(0, 8);
  const level = fields.level === 'INFO' ? '' : `${fields.level} `;
  const rest = Object.entries(fields)
    .filter(([name]) => !CONSTANT.test(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    // Enough of a key to tell it from the others.
    .map((text) => text.replace(/([0-9a-f]{12})[0-9a-f]{52}/g, '$1…'));
  return `${time} ${level}${fields.message}  ${rest.join(' ')}`;
}
