/** The error codes of each call and their source: the one table for docs/openapi.json, docs/api.md, tests and host checks. */

import * as v from 'valibot';
import { PER_MINUTE } from '../../../functions/gateway/rates.ts';
import { ENDPOINTS, type EndpointId, PARCEL_CALLS } from '../../../src/domain/api/endpoints.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../src/domain/api/errors.ts';
import { FIELD_CODES } from '../../../src/domain/api/field-codes.ts';

/** Calls that a host may lack: it responds 404 `not_found`. */
export const OPTIONAL_CALLS: readonly EndpointId[] = [
  'currentUser',
  'listSessions',
  'endOtherSessions',
  'restoreEmail',
  'withdraw',
  'askForDeletion',
  'endDeletionRequest',
  'sendConfirmation',
  'confirmEmail',
  'listMessages',
  'sendMessage',
  'acceptsMessages',
  'askQuestion',
  'supportsParcels',
  ...PARCEL_CALLS,
];

const CREATING = [
  'idempotency_required',
  'idempotency_mismatch',
  'in_progress',
  'email_taken',
  'validation_failed',
] as const;
const UPDATING = ['stale', 'email_taken', 'validation_failed', 'current_password_required', 'slow_down'] as const;

const ASKING = ['validation_failed', 'idempotency_mismatch', 'slow_down'] as const;

const SEALING = ['malformed', 'parcel_gone', 'parcel_changed', 'allowance_used'] as const;

/** A host's codes for a call besides those of its kind ({@link hostErrors}). */
const OWN_ERRORS: Record<EndpointId, readonly ErrorCode[]> = {
  login: ['invalid_credentials', 'validation_failed', 'slow_down'],
  logout: [],
  changePassword: ['validation_failed', 'current_password_required', 'slow_down'],
  checkEmail: ['validation_failed'],
  createSpecialist: CREATING,
  createFounder: CREATING,
  createInvestor: CREATING,
  updateSpecialist: UPDATING,
  updateFounder: UPDATING,
  updateInvestor: UPDATING,
  requestResetCode: ['validation_failed', 'slow_down'],
  checkResetCode: ['validation_failed', 'code_expired', 'slow_down'],
  resetPassword: ['validation_failed', 'code_expired', 'link_expired', 'slow_down'],
  restoreEmail: ['validation_failed', 'link_expired'],
  currentUser: [],
  listSessions: [],
  endOtherSessions: [],
  withdraw: ['stale'],
  askForDeletion: [],
  endDeletionRequest: [],
  sendConfirmation: ['slow_down'],
  confirmEmail: ['validation_failed', 'link_expired'],
  listMessages: [],
  sendMessage: ASKING,
  acceptsMessages: [],
  askQuestion: ASKING,
  employeeVisa: [],
  supportsParcels: [],
  putParcel: SEALING,
  getParcel: ['parcel_gone'],
  deleteParcel: ['parcel_gone'],
  putBlob: SEALING,
  getBlob: ['parcel_gone'],
  deleteBlob: ['parcel_gone'],
};

const BODY = {
  none: [],
  json: ['malformed', 'unsupported_media', 'too_large'],
  multipart: ['malformed', 'unsupported_media', 'too_large'],
  octets: ['unsupported_media', 'too_large'],
} as const;

/** True for a path with a parameter, which may be out of shape: 404. */
const isAddressed = (path: string) => path.includes('/:');

export function hostErrors(id: EndpointId): ErrorCode[] {
  const { access, body, path } = ENDPOINTS[id];
  return unique([
    ...(isAddressed(path) ? (['not_found'] as const) : []),
    ...BODY[body],
    ...(access === 'token' ? (['token_required', 'token_rejected'] as const) : []),
    ...(OPTIONAL_CALLS.includes(id) ? (['not_found'] as const) : []),
    ...OWN_ERRORS[id],
    ...(['busy', 'internal'] as const),
  ]);
}

/** The gateway's own codes; any of {@link hostErrors} passes through it. */
export function gatewayErrors(id: EndpointId): ErrorCode[] {
  const { access, body, method, path } = ENDPOINTS[id];
  return unique([
    ...(isAddressed(path) ? (['not_found'] as const) : []),
    ...(method === 'GET' ? [] : (['cross_site'] as const)),
    ...(access === 'token' ? (['token_required', 'token_rejected'] as const) : []),
    ...(body === 'none' ? [] : (['unsupported_media', 'malformed', 'too_slow'] as const)),
    ...(PER_MINUTE[id] === null ? [] : (['slow_down'] as const)),
    ...(['too_large', 'internal', 'busy', 'host_unreachable', 'host_timeout', 'maintenance'] as const),
    // From a host whose errors are not of the contract.
    ...(['refused', 'conflict'] as const),
  ]);
}

export const FILE_ERRORS = {
  host: ['link_expired', 'not_found', 'busy', 'internal'],
  gateway: ['link_expired', 'not_found', 'busy', 'internal', 'host_unreachable', 'host_timeout'],
} as const satisfies Record<string, readonly ErrorCode[]>;

/** Of `GET /healthz`, besides 503 with the state of the parts. */
export const HEALTH_ERRORS = { host: ['internal'], gateway: ['internal'] } as const satisfies Record<
  string,
  readonly ErrorCode[]
>;

const unique = (codes: ErrorCode[]) => [...new Set(codes)];

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

export const errorBodySchema = v.object({
  code: v.pipe(v.picklist(CODES), v.description('What went wrong; each code has one status.')),
  message: v.pipe(v.string(), v.description('English, for a log. Never shown, and holds nothing personal.')),
  request_id: v.pipe(v.string(), v.minLength(1), v.description('The same as the header X-Request-Id.')),
  errors: v.optional(
    v.pipe(
      v.record(v.string(), v.array(v.picklist(FIELD_CODES))),
      v.description('Field path → codes. A path is a wire name, or one within a list: formatted_relatives.0.name.'),
    ),
  ),
  host_words: v.optional(
    v.pipe(
      v.object({
        message: v.optional(v.string()),
        errors: v.optional(v.record(v.string(), v.array(v.string()))),
      }),
      v.description(
        'Of the gateway alone: what a host that does not write these bodies says, short plain text, and by field.',
      ),
    ),
  ),
});
