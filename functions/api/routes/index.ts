import { openApi } from '../openapi.ts';
import { type Route, route } from '../route.ts';
import { evidenceFile, evidenceLink } from './evidence.ts';
import { listForms } from './forms.ts';
import { discardParked, keepParked, listParked, readParked, retryParked } from './parked.ts';
import { pause, resume } from './pause.ts';
import { resolve } from './resolve.ts';
import { listSubmissions, readSubmission, showOverview } from './submissions.ts';
import { submit } from './submit.ts';

const openApiDocument = route({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This document',
  access: 'operate',
  answers: { 200: { what: 'An OpenAPI 3.1 document' } },
  act: async () => ({ status: 200, body: openApi(routes) }),
});

/** The whole API. */
export const routes: readonly Route[] = [
  submit,
  listSubmissions,
  showOverview,
  readSubmission,
  resolve,
  evidenceLink,
  evidenceFile,
  listForms,
  pause,
  resume,
  listParked,
  readParked,
  retryParked,
  keepParked,
  discardParked,
  openApiDocument,
];
