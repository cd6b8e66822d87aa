import { parseArgs } from 'node:util';
import { newToken, ROLES, type Role } from '../lib/config/tokens.ts';
import { argumentsOr } from './arguments.ts';

const USAGE = `Makes a token for the HTTP API (docs/api.md): shows it once, and the entry that lets it in.

  npx sekali token NAME --role send|operate

  NAME    whose it is, such as a producer or a person; stands in logs and histories
  --role  send: hand submissions in and see what became of them. operate: all that people do

Example
  npx sekali token web-shop --role send > web-shop.json   {"secret": "sekali_…", "token": {"name", "role", "sha256"}}

The secret goes to whoever may use it, the token into the list of the stage: docs/deploy.md, "Tokens of the HTTP API".

Exit code 0: done. 2: wrong usage.`;

const made = await argumentsOr(USAGE, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string' } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new Error('One name is needed.');
  if (!isRole(values.role)) throw new Error(`Say --role ${ROLES.join(' or --role ')}.`);
  if (!/^[\w.@-]{1,64}$/.test(name)) throw new Error('A name may hold letters, digits and . @ _ - only.');
  return newToken(name, values.role);
});
console.log(JSON.stringify(made, null, 2));

function isRole(text: string | undefined): text is Role {
  return ROLES.some((role) => role === text);
}
