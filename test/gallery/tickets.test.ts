import { test } from 'node:test';
import tickets from '../../local/gallery/forms/tickets.ts';
import { submitsEachOnce } from './support.ts';

test('tickets: one entry for each identity', async () => {
  await submitsEachOnce(tickets);
});
