/** A minimal response of the contract to each call, which the recording host sends by default. */

import { API_BASE } from '../../../src/domain/api/bases.ts';
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import { ENDPOINTS, type EndpointId } from '../../../src/domain/api/endpoints.ts';
import { FLAG_OF, fieldsOf } from '../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../src/domain/application/types.ts';

export const TOKEN = 'a-token-of-the-tests.0123456789_~';

/** A record without answers. @param changes of the test */
export function sampleRecord(type: ApplicationType = 'founder', changes: object = {}): object {
  const questions = fieldsOf(type).filter(({ name }) => !FLAG_OF[name]);
  return {
    ...Object.fromEntries(questions.map(({ name }) => [name, null])),
    id: '42',
    application_type: type,
    name: 'Anna',
    surname: 'Sample',
    email: 'a@example.org',
    application_status_history: [{ status_type: 'submitted', created_at: '2026-11-21T09:00:00.000Z', note: '' }],
    ...changes,
  };
}

/** In place of the contract's examples, where the tests of the gateway need others. */
const BODIES: Partial<Record<EndpointId, object>> = {
  login: { token: TOKEN, object: sampleRecord() },
  checkEmail: { exists: false },
  currentUser: { object: sampleRecord() },
  withdraw: { object: sampleRecord() },
  askForDeletion: { object: sampleRecord() },
  endDeletionRequest: { object: sampleRecord() },
  sendConfirmation: { object: sampleRecord() },
  listSessions: { sessions: [] },
  listMessages: { messages: [] },
  employeeVisa: {
    data: {
      ...{ code: 'c0de', name: 'Anna', surname: 'Sample', application_type: 'founder', status_type: 'in_review' },
      ...{ valid_from: null, valid_to: null },
    },
  },
};

function bodyOf(id: EndpointId): object {
  const type = APPLICATION_TYPES.find((one) => /^(?:create|update)/.test(id) && id.toLowerCase().endsWith(one));
  return type ? { data: sampleRecord(type) } : (BODIES[id] ?? CALLS[id].success.example);
}

/** The response to each call, by a regular expression of its path. */
export interface Sample {
  method: string;
  address: string;
  status: number;
  body: object;
  /** Sealed bytes as the body. */
  sealed?: boolean;
}

/** The settings of the recording host. */
export const SAMPLE_RESPONSES: readonly Sample[] = (Object.keys(ENDPOINTS) as EndpointId[]).map((id) => ({
  method: ENDPOINTS[id].method,
  address: `^${API_BASE}${ENDPOINTS[id].path.replace(/:\w+/g, '[^/]+')}$`,
  status: CALLS[id].success.status,
  body: bodyOf(id),
  ...(CALLS[id].success.schema === null && { sealed: true }),
}));

/** The body of a sign-in. */
export const signedInAs = (record: object, token = TOKEN) => JSON.stringify({ token, object: record });
