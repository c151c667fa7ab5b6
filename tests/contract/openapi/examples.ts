/** One example of each call's body and of its success, made from the field table where it repeats an application. */

import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { HOST_OFFERS } from '../../../src/domain/api/responses.ts';
import { FIELDS, fieldsOf } from '../../../src/domain/application/fields.ts';
import { toParts, toStoredFields } from '../../../src/domain/application/multipart.ts';
import {
  APPLICATION_ENDPOINTS,
  APPLICATION_TYPES,
  type ApplicationType,
} from '../../../src/domain/application/types.ts';
import { type ApplicationValues, mapValues } from '../../../src/domain/application/values.ts';
import type { FieldKind } from '../../../src/domain/kinds/index.ts';
import type { NewFile } from '../../../src/domain/kinds/kind.ts';
import { sampleAnswers } from '../../../src/domain/kinds/samples.ts';
import { bodyParts } from './request-bodies.ts';

const EMAIL = 'anna@example.org';
const PASSWORD = 'violet anchor 2719 ladder';
const TIME = '2026-11-20T10:00:00.000Z';
const KEY = 'k3yOfTheFileWhichNobodyCanGuess';

const newFile = (name: string, type: NewFile['type']): NewFile => ({ name, size: 1000, type });
const DOCUMENT = newFile('document.pdf', 'application/pdf');
const ANSWERS = sampleAnswers({ document: DOCUMENT, photo: newFile('photo.jpg', 'image/jpeg') });
const LISTS: Partial<Record<FieldKind, object[]>> = {
  relatives: [
    {
      ...{
        kinship: 'son',
        surname: 'Sample',
        name: 'Max',
        one_name: 'no',
        middlename: '',
        birth_of_date: '2015-02-03',
      },
      ...{ citizenship: 'KZ', relativePassport: 'N7654321', relativeInn: '' },
      ...{ file6: DOCUMENT, marriage_or_birth_document_file: DOCUMENT },
    },
  ],
  previousTrips: [{ previos_trip_aim: 'Conference', date_from: '2024-04-01', date_to: '2024-04-05' }],
  lastTrips: [{ trip_country: 'DE', trip_aim: 'Work', date_from: '2025-01-01', date_to: '2025-01-31' }],
};
const DATES: Partial<ApplicationValues> = {
  ...{ date_birth: '1990-05-17', passport_expire: '2031-03-01' },
  ...{ planned_length_stay_from: '2027-02-01', planned_length_stay_to: '2027-08-01' },
  ...{ period_from: '2027-02-01', period_to: '2028-02-01' },
};

const answers = Object.entries(FIELDS).map(([name, { kind }]) => [
  name,
  LISTS[kind] ?? ANSWERS[kind as keyof typeof ANSWERS],
]);
const VALUES: ApplicationValues = { ...Object.fromEntries(answers), ...DATES };

function recordOf(type: ApplicationType): Record<string, unknown> {
  // Stored files have links in place of names.
  const stored = JSON.parse(JSON.stringify(mapValues(fieldsOf(type), ({ name }) => VALUES[name])), (_, value) =>
    value?.size ? { path: `/files/${KEY}/${value.name}` } : value,
  );
  return {
    ...{ id: 'ITV-7M3K9Q2RXA', version: 1, application_type: type },
    ...toStoredFields(type, stored),
    application_status_history: [{ status_type: 'submitted', created_at: TIME, note: '' }],
  };
}

/** A file part stands as its name. */
function bodyOf(type: ApplicationType): Record<string, unknown> {
  const described = bodyParts(type, 'create');
  const entries = toParts(type, VALUES).map(({ name, value, item }) => {
    if (typeof value !== 'string')
      return [name, item === undefined ? (value as NewFile).name : [(value as NewFile).name]];
    return [name, described[name]?.contentType === 'application/json' ? JSON.parse(value) : value];
  });
  return Object.fromEntries(entries);
}

const record = { object: recordOf('founder') };
const written = { revision: 1, seconds_left: 900 };
const message = { id: '5f0c6a52-8f5e-4c0f-9d55-0f2f6e9c1a11', text: 'May I send the diploma later?' };
const secret = { token: 'secret-of-the-mail-0123456789' };
const reset = { email: EMAIL, code: '123456' };

const BODIES: Partial<Record<EndpointId, object>> = {
  login: { email: EMAIL, password: PASSWORD },
  changePassword: { new_password: 'silver meadow 4410 window', current_password: PASSWORD },
  checkEmail: { email: EMAIL },
  requestResetCode: { email: EMAIL },
  checkResetCode: reset,
  resetPassword: { ...reset, password: PASSWORD },
  confirmEmail: secret,
  restoreEmail: secret,
  sendMessage: message,
  askQuestion: { ...message, email: EMAIL, name: 'Anna', application: '' },
};

const RESPONSES: Partial<Record<EndpointId, object>> = {
  login: { token: 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4', ...record, offers: HOST_OFFERS },
  checkEmail: { exists: false, offers: HOST_OFFERS },
  changePassword: { status: 'ok', sessions_ended: true },
  resetPassword: { status: 'ok', sessions_ended: true },
  currentUser: { ...record, offers: HOST_OFFERS },
  ...{ withdraw: record, askForDeletion: record, endDeletionRequest: record, sendConfirmation: record },
  listSessions: { sessions: [{ created_at: TIME, used_at: TIME, browser: 'Firefox, Linux', current: true }] },
  listMessages: { messages: [{ sent_at: TIME, text: message.text, answer: { text: 'Yes.', answered_at: TIME } }] },
  employeeVisa: {
    data: {
      ...{ code: 'Qm4tZ1xY7wKp', name: 'Anna', surname: 'Sample', application_type: 'founder' },
      ...{ status_type: 'visa_issued', valid_from: '2027-02-01', valid_to: '2028-02-01' },
    },
  },
  ...{ putParcel: written, putBlob: written },
};

for (const type of APPLICATION_TYPES) {
  const { create, update } = APPLICATION_ENDPOINTS[type];
  BODIES[create] = { ...bodyOf(type), password: PASSWORD, terms_version: '2026-11-01' };
  BODIES[update] = { version: '1', application_type: type, phone: '+998 90 123 45 68' };
  RESPONSES[create] = { data: recordOf(type) };
  RESPONSES[update] = { data: { ...recordOf(type), version: 2, phone: '+998 90 123 45 68' } };
}

/** Undefined for a call without a body. */
export const bodyExample = (id: EndpointId): object | undefined => BODIES[id];

/** Of a call whose success is JSON. */
export const responseExample = (id: EndpointId): object => RESPONSES[id] ?? { status: 'ok' };
