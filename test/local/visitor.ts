/** A visitor of the demo target who fills in the form without a browser. */
import type { DemoTarget } from '../../local/demo-target.ts';

export const FIELDS = {
  userId: 'u-1',
  fullName: 'Ayu <Wulandari>',
  email: 'ayu@example.com',
  eventId: 'jakarta-run',
  seats: '2',
};

export interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly html: string;
}

/** Opens the form, then sends it with these fields. */
export async function register(target: DemoTarget, fields: Partial<typeof FIELDS> = {}): Promise<Answer> {
  const { cookie, csrf } = await openForm(target);
  return send(target, cookie, { ...FIELDS, ...fields, csrf });
}

export async function openForm(target: DemoTarget): Promise<{ cookie: string; csrf: string }> {
  const response = await fetch(`${target.url}/register`);
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const csrf = /name="csrf" value="([^"]+)"/.exec(await response.text())?.[1] ?? '';
  return { cookie, csrf };
}

export async function send(
  target: DemoTarget,
  cookie: string,
  fields: Readonly<Record<string, string>>,
  path = '/register',
): Promise<Answer> {
  const response = await fetch(`${target.url}${path}`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}
