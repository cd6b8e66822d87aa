import type { Form } from '../lib/form/index.ts';
import eventRegistration from './event-registration.ts';

/** Every form that the worker submits. Add yours here. */
export const forms: readonly Form[] = [eventRegistration];
