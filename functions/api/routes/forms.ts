import { z } from 'zod';
import { type Answer, route } from '../route.ts';
import { Forms } from '../schemas.ts';

export const listForms = route({
  method: 'GET',
  path: '/forms',
  summary: 'The forms, with a JSON Schema of their data',
  access: 'send',
  answers: { 200: { what: 'All forms', shape: Forms } },
  async act(_request, { registry }): Promise<Answer> {
    const forms = [...registry.values()].map(({ name, identity, secret = [], fields }) => ({
      name,
      identity,
      secret,
      // As producers write it, before defaults. A check that JSON Schema cannot say is left to the 422.
      schema: z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' }),
    }));
    return { status: 200, body: { forms } };
  },
});
