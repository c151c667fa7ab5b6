/** The three types of applicant and their calls (requirements: applicant-types, host-calls). */
import type { EndpointId } from '../api/endpoints.ts';

export const APPLICATION_TYPES = ['specialist', 'founder', 'investor'] as const;
export type ApplicationType = (typeof APPLICATION_TYPES)[number];

/** The type for the account's menu while the type is unknown. */
export const DEFAULT_TYPE: ApplicationType = 'specialist';

/** Accepted on input wherever a type is read, never written (docs/api.md). */
const ALIASES: ReadonlyMap<unknown, ApplicationType> = new Map([['specialist_visa', 'specialist']]);

/** Accepts aliases; null for any other value. */
export function readApplicationType(value: unknown): ApplicationType | null {
  const known = APPLICATION_TYPES.find((type) => type === value);
  return known ?? ALIASES.get(value) ?? null;
}

const ENDS = ['', 's', '-visa', 's-visa', '_visa', 's_visa', ' visa', 's visa'];

/** Spellings of other hosts, in small letters, such as in their paths: `founders`, `specialists-visa`. */
export const HOST_TYPES: ReadonlyMap<string, ApplicationType> = new Map(
  APPLICATION_TYPES.flatMap((type) => ENDS.map((end) => [type + end, type])),
);

export const APPLICATION_ENDPOINTS = {
  specialist: { create: 'createSpecialist', update: 'updateSpecialist' },
  founder: { create: 'createFounder', update: 'updateFounder' },
  investor: { create: 'createInvestor', update: 'updateInvestor' },
} as const satisfies Record<ApplicationType, { create: EndpointId; update: EndpointId }>;

type ApplicationCall<Use extends 'create' | 'update'> = (typeof APPLICATION_ENDPOINTS)[ApplicationType][Use];

/** Creates a value for each call that creates or changes an application. */
export const byApplicationCall = <Use extends 'create' | 'update', Value>(
  use: Use,
  makeValue: (type: ApplicationType) => Value,
): Record<ApplicationCall<Use>, Value> =>
  Object.fromEntries(APPLICATION_TYPES.map((type) => [APPLICATION_ENDPOINTS[type][use], makeValue(type)])) as Record<
    ApplicationCall<Use>,
    Value
  >;
