import { z } from 'zod';
import type { OperatorAnswer, OperatorRequest } from '../../functions/operate/operator-request.ts';
import { plain } from '../said.ts';

/** A request of the HTTP API, whichever way it goes. */
export type Request = Omit<OperatorRequest, 'who'>;

/** A stage, as far as it can be asked. */
export interface Asker {
  /** Where a link leads that is a path only. */
  readonly apiUrl?: string | undefined;
  /** @throws Error that says what to do, where nobody answers */
  ask(request: Request): Promise<OperatorAnswer>;
  close(): void;
}

const PROBLEM = z.looseObject({
  type: z.string().default(''),
  detail: z.string().optional(),
  message: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).default([]),
});

/** The stage answers that it will not. */
export class Refusal extends Error {
  readonly status: number;
  /** Without its `urn:sekali:`. */
  readonly type: string;
  readonly problem: unknown;

  constructor({ status, body }: OperatorAnswer) {
    const problem = PROBLEM.safeParse(body).data;
    // API Gateway's own errors have a message only.
    const said = problem?.detail ?? problem?.message ?? `The stage answers ${status}.`;
    const errors = (problem?.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
    super([said, ...errors].map(plain).join('\n'));
    this.status = status;
    this.type = problem?.type.replace('urn:sekali:', '') ?? '';
    this.problem = body;
  }
}

/** Asks, and reads the answer. @throws Refusal, Error that says what to do */
export async function read<Shape extends z.ZodType>(
  asker: Asker,
  request: Request,
  shape: Shape,
): Promise<z.output<Shape>> {
  const answer = await asker.ask(request);
  if (answer.status >= 400) throw new Refusal(answer);
  const body = shape.safeParse(answer.body);
  if (body.success) return body.data;
  throw new Error(
    'The stage answers what this version does not understand. Deploy the stage anew, or use the version that did.',
  );
}
