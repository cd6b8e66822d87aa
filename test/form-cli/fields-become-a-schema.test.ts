import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ControlFacts } from '../../lib/inspect/facts.ts';
import type { Field } from '../../lib/inspect/field.ts';
import { fromPattern } from '../../lib/inspect/from-pattern.ts';
import { fieldKey, formName, variableOf } from '../../lib/inspect/names.ts';
import { identityOf, requiredOf, secretsAmong } from '../../lib/inspect/needed.ts';
import { type Choices, schemaOf } from '../../lib/inspect/schema.ts';

const CONTROL: ControlFacts = {
  kind: 'text',
  tag: 'input',
  type: 'text',
  name: 'x',
  id: '',
  value: '',
  label: '',
  nearby: '',
  group: '',
  placeholder: '',
  required: false,
  disabled: false,
  readOnly: false,
  visible: true,
  multiple: false,
  min: '',
  max: '',
  step: '',
  pattern: '',
  accept: '',
  minLength: undefined,
  maxLength: undefined,
  options: [],
  hasEmptyOption: false,
  form: 0,
};

function field(facts: Partial<ControlFacts>, more: Partial<Field> = {}): Field {
  const control = { ...CONTROL, ...facts };
  return {
    key: control.name,
    label: control.label,
    control,
    members: [control],
    find: undefined,
    unlabelled: false,
    ...more,
  };
}

const NONE: Choices = { cascading: false, listed: [] };
const code = (facts: Partial<ControlFacts>, isRequired = true, choices = NONE) =>
  schemaOf(field(facts), isRequired, choices).code;

test('limits of the page are limits of the schema', () => {
  assert.equal(code({}), 'z.string().min(1)');
  assert.equal(code({}, false), 'z.string().optional()');
  assert.equal(code({ minLength: 3, maxLength: 9 }), 'z.string().min(3).max(9)');
  assert.equal(code({ pattern: '[A-Z]{2}' }), 'z.string().regex(/^[A-Z]{2}$/u)');
  assert.equal(code({ pattern: 'a|b/c' }), 'z.string().regex(/^(?:a|b\\/c)$/u)');
  // Browsers ignore a pattern that is none.
  assert.equal(code({ pattern: '(' }), 'z.string().min(1)');
  assert.equal(code({ type: 'number', min: '1', max: '4' }), 'z.int().min(1).max(4)');
  assert.equal(code({ type: 'number', step: '0.5', min: '-2' }), 'z.number().min(-2)');
  assert.equal(code({ type: 'number', step: 'any' }), 'z.number()');
  assert.equal(code({ type: 'email', maxLength: 60 }), 'z.email().max(60)');
  assert.equal(code({ type: 'date' }), 'z.iso.date()');
  assert.equal(code({ type: 'url' }, false), 'z.url().optional()');
});

test('choices are an enum, unless they load later or are too many to read', () => {
  const options = ['a', "it's", 'say "x"'].map((value) => ({ value, label: value }));
  assert.equal(code({ kind: 'select', options }), `z.enum(['a', "it's", 'say "x"'])`);
  assert.equal(
    code({ kind: 'select', options, multiple: true }),
    `z.array(z.enum(['a', "it's", 'say "x"']))`,
  );
  assert.equal(code({ kind: 'select', options }, true, { ...NONE, cascading: true }), 'z.string().min(1)');
  const many = Array.from({ length: 61 }, (_, nth) => ({ value: `v${nth}`, label: '' }));
  assert.deepEqual(schemaOf(field({ kind: 'select', options: many }), true, NONE), {
    code: 'z.string().min(1)',
    note: 'one of the 61 of the page',
  });
  assert.equal(code({ kind: 'list', tag: 'div' }, true, { ...NONE, listed: ['Red'] }), "z.enum(['Red'])");
  assert.equal(code({ kind: 'list', tag: 'input' }, true, { ...NONE, listed: ['Red'] }), 'z.string().min(1)');
});

test('boxes and files', () => {
  assert.equal(code({ kind: 'checkbox' }), 'z.literal(true)');
  assert.equal(code({ kind: 'checkbox' }, false), 'z.boolean().default(false)');
  assert.equal(
    code({ kind: 'file', accept: '.pdf, image/png' }),
    "fileField({ types: ['application/pdf', 'image/png'] })",
  );
  assert.match(code({ kind: 'file', multiple: true }), /^z\.array\(fileField\(/);
});

test('where the page marks none as required, all but boxes are', () => {
  const name = field({ name: 'name' });
  const news = field({ name: 'news', kind: 'checkbox' });
  assert.deepEqual([...requiredOf([name, news])], ['name']);
  const marked = field({ name: 'code', label: 'Code *' });
  assert.deepEqual([...requiredOf([name, news, marked])], ['code']);
  const event = field({ name: 'event', kind: 'select', options: [{ value: 'a', label: 'a' }] });
  assert.deepEqual([...requiredOf([name, event, marked])], ['event', 'code']);
});

test('what looks like an id makes a submission unique, else everything; secrets and repeats do not', () => {
  const all = [
    field({ name: 'nik', required: true }),
    field({ name: 'mail', type: 'email', required: true }),
    field({ name: 'mail2', type: 'email', required: true, label: 'Confirm email' }),
    field({ name: 'pass', type: 'password', required: true }),
    field({ name: 'note' }),
  ];
  const identity = (fields: readonly Field[]) => identityOf(fields, requiredOf(fields));
  assert.deepEqual(secretsAmong(all), ['pass']);
  assert.deepEqual(identity(all), ['nik', 'mail']);
  assert.deepEqual(identity(all.slice(3)), ['note']);
  assert.deepEqual(identity([field({ name: 'pin' })]), ['pin']);
});

test('names', () => {
  const key = (name: string, label: string, id = '') => fieldKey(name, label, id, new Set(['taken']));
  assert.equal(key('registration[full_name]', ''), 'fullName');
  assert.equal(key('entry.123456', 'Date of birth (as in passport)'), 'dateOfBirth');
  assert.equal(key('', 'Colour', 'c'), 'colour');
  assert.equal(key('x', 'CV (PDF, up to 200 kB)'), 'cv');
  assert.equal(key('class', ''), 'classField');
  assert.equal(key('taken', ''), 'taken2');
  assert.equal(key('生日', '生日'), 'field');
  assert.equal(formName('Ticket sale – Bali Expo | Example', 'https://example.org/x'), 'ticket-sale');
  assert.equal(formName('', 'https://example.org/forms/apply.php'), 'apply');
  assert.equal(formName('', 'https://example.org/'), 'example-org');
  assert.equal(formName('Index', 'https://example.org/'), 'index-form');
  assert.equal(variableOf('event-registration'), 'eventRegistration');
  assert.equal(variableOf('2030-sale'), 'form2030Sale');
  assert.equal(variableOf('new'), 'formNew');
});

test('a text that a pattern takes is thought of', () => {
  for (const pattern of [
    'KC[0-9]{6}',
    '[A-F]{3}-x{7}',
    '(?:AB|CD)\\d{4,}',
    '\\+62\\s?[0-9]+',
    '[^\\d]{2}\\.',
    '\\p{L}{3}',
  ]) {
    const [text = ''] = fromPattern(pattern);
    assert.match(text, new RegExp(`^(?:${pattern})$`, 'u'));
  }
  // What looks ahead says more than can be read here.
  assert.deepEqual(fromPattern('(?=.*[0-9]).{8}'), []);
});
