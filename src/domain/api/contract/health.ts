/** The exact form of `GET /healthz`. */
import * as v from 'valibot';
import type { BodyOf } from './call.ts';

/** The gateway's health check, and the path at which it asks the admin host. */
export const HEALTH_PATH = '/healthz';

const commit = v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)));
const storageHealth = v.object({ ok: v.boolean(), ms: v.pipe(v.number(), v.minValue(0)) });
/** Fingerprints by name: they tell which value of each secret the worker has. */
const secrets = v.optional(
  v.record(v.pipe(v.string(), v.regex(/^[A-Z_]{1,40}$/)), v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/))),
);
export const componentHealthSchema = v.object({ ...storageHealth.entries, commit, secrets });

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const age = v.nullable(count);
/**
 * Background work: due mail, mails left today, the crons, the last backup; ages in seconds. The status of the response does not
 * depend on it.
 */
const background = {
  mail: v.optional(v.object({ ok: v.boolean(), waiting: count, age_s: age, sending: count, unclear: count })),
  /** `ok`, and how many mails of each kind may still be sent today. */
  mail_left: v.optional(v.record(v.string(), v.union([v.boolean(), count]))),
  cron: v.optional(v.object({ ok: v.boolean(), age_s: age })),
  sweep: v.optional(v.object({ ok: v.boolean(), age_s: age })),
  backup: v.optional(
    v.object({
      age_s: age,
      ok: v.optional(v.boolean()),
      limit_s: v.optional(count),
      unreadable: v.optional(v.boolean()),
    }),
  ),
};

/** The embedded host's response, with 200 when all is well, else 503; another host may send anything, with a status below 500. */
export const hostHealthSchema = v.object({ d1: storageHealth, r2: storageHealth, commit, secrets, ...background });
export const gatewayHealthSchema = v.object({
  gateway: componentHealthSchema,
  host: componentHealthSchema,
  d1: v.optional(storageHealth),
  r2: v.optional(storageHealth),
  ...background,
});

export type HostHealth = BodyOf<typeof hostHealthSchema>;
export type GatewayHealth = BodyOf<typeof gatewayHealthSchema>;

export const HEALTH_EXAMPLE = {
  gateway: { ok: true, ms: 0 },
  host: { ok: true, ms: 4 },
  d1: { ok: true, ms: 2 },
  r2: { ok: true, ms: 3 },
  mail: { ok: true, waiting: 0, age_s: null, sending: 0, unclear: 0 },
  cron: { ok: true, age_s: 12 },
  sweep: { ok: true, age_s: 1800 },
  backup: { ok: true, age_s: 43_200, limit_s: 691_200, unreadable: false },
};
