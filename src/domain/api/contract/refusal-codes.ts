/** The codes of refusals of each call and their source: for docs/openapi.json, docs/api.md, tests and host checks. */
import * as v from 'valibot';
import type { EndpointId } from '../endpoints.ts';
import { FIELD_CODES } from '../field-codes.ts';
import { REFUSAL_STATUS, type RefusalCode } from '../refusal-codes.ts';
import type { CallContract } from './call.ts';
import { CALLS } from './calls.ts';

const OF_BODY = {
  json: ['malformed', 'unsupported_media', 'too_large'],
  multipart: ['malformed', 'unsupported_media', 'too_large'],
  octets: ['unsupported_media', 'too_large'],
} as const;

/** True for a path with a parameter. An invalid value in it returns 404. */
const isAddressed = (route: string) => route.includes('/:');

export function hostRefusalCodes(id: EndpointId): RefusalCode[] {
  const { access, body, route, isOptional, errors = [] }: CallContract = CALLS[id];
  return unique([
    ...(isAddressed(route) ? (['not_found'] as const) : []),
    ...(body ? OF_BODY[body.type] : []),
    ...(access === 'token' ? (['token_required', 'token_rejected'] as const) : []),
    ...(isOptional ? (['not_found'] as const) : []),
    ...errors,
    'busy',
    'internal',
  ]);
}

/** The codes of the gateway itself; any of {@link hostRefusalCodes} passes through it. */
export function gatewayRefusalCodes(id: EndpointId): RefusalCode[] {
  const { access, body, route, perMinute }: CallContract = CALLS[id];
  return unique([
    ...(isAddressed(route) ? (['not_found'] as const) : []),
    ...(route.startsWith('GET ') ? [] : (['cross_site'] as const)),
    ...(access === 'token' ? (['token_required', 'token_rejected'] as const) : []),
    ...(body ? (['unsupported_media', 'malformed', 'too_slow'] as const) : []),
    ...(perMinute === null ? [] : (['slow_down'] as const)),
    'too_large',
    'internal',
    'busy',
    'host_unreachable',
    'host_timeout',
    'maintenance',
    // From a host whose errors do not follow the contract.
    'refused',
    'conflict',
  ]);
}

export const FILE_ERRORS = {
  host: ['link_expired', 'not_found', 'busy', 'internal'],
  gateway: ['link_expired', 'not_found', 'busy', 'internal', 'host_unreachable', 'host_timeout'],
} as const satisfies Record<string, readonly RefusalCode[]>;

/** Codes of `GET /healthz`, besides 503 with the state of each part of the portal. */
export const HEALTH_ERRORS = { host: ['internal'], gateway: ['internal'] } as const satisfies Record<
  string,
  readonly RefusalCode[]
>;

const unique = (codes: RefusalCode[]) => [...new Set(codes)];

const CODES = Object.keys(REFUSAL_STATUS) as RefusalCode[];

export const errorSchema = v.object({
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
  call_absent: v.optional(v.pipe(v.literal(true), v.description('Of the gateway alone: the host may lack the call.'))),
});
