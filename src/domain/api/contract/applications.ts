/** Creating and changing an application of each type. */
import * as v from 'valibot';
import type { ApplicationType } from '../../application/types.ts';
import { bodyParts } from './bodies.ts';
import { type CallContract, EXAMPLE_PASSWORD, multipart, success } from './call.ts';
import { exampleBody, exampleRecord } from './examples.ts';
import { RECORD_SCHEMAS } from './records.ts';

const receivedSchema = v.optional(
  v.pipe(
    v.array(
      v.object({
        field: v.pipe(v.string(), v.description('The name of its part.')),
        name: v.string(),
        size: v.pipe(v.number(), v.integer(), v.minValue(0)),
        sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
      }),
    ),
    v.description(
      'Every file of the body as it arrived, before anything is stripped from it. Pages compare it with what they sent, and name what is missing.',
    ),
  ),
);

const storedSchema = (type: ApplicationType) => v.object({ data: RECORD_SCHEMAS[type], received: receivedSchema });

const CHANGED = { version: 2, phone: '+998 90 123 45 68' };

const create = <const Route extends CallContract['route']>(type: ApplicationType, route: Route) =>
  ({
    route,
    access: 'public',
    perMinute: 60,
    summary: `Apply as ${type === 'investor' ? 'an' : 'a'} ${type}`,
    description: 'The same key with the same body gets the first response again and creates nothing, for 24 hours.',
    body: multipart(bodyParts(type, 'create'), {
      ...exampleBody(type),
      password: EXAMPLE_PASSWORD,
      terms_version: '2026-11-01',
    }),
    success: {
      ...success('The application is stored: whole, and once for its key.', storedSchema(type), {
        data: exampleRecord(type),
      }),
      status: 201,
    },
    errors: ['idempotency_required', 'idempotency_mismatch', 'in_progress', 'email_taken', 'validation_failed'],
  }) as const satisfies CallContract;

const update = <const Route extends CallContract['route']>(type: ApplicationType, route: Route) =>
  ({
    route,
    access: 'token',
    perMinute: null,
    summary: `Change ${type === 'investor' ? 'an' : 'a'} ${type}'s application`,
    description:
      'All texts are sent, changed or not; a file only when it is new. Another e-mail address requires the current password, unless the sign-in is at most ten minutes old.',
    body: multipart(bodyParts(type, 'update'), { version: '1', application_type: type, phone: CHANGED.phone }),
    success: success('The change is stored.', storedSchema(type), { data: { ...exampleRecord(type), ...CHANGED } }),
    errors: ['stale', 'email_taken', 'validation_failed', 'current_password_required', 'slow_down'],
  }) as const satisfies CallContract;

export const APPLICATION_CALLS = {
  createSpecialist: create('specialist', 'POST /specialists-visa'),
  createFounder: create('founder', 'POST /founders'),
  createInvestor: create('investor', 'POST /investors'),
  updateSpecialist: update('specialist', 'POST /specialists-visa/:id'),
  updateFounder: update('founder', 'POST /founders/:id'),
  updateInvestor: update('investor', 'POST /investors/:id'),
};
