/**
 * `GET /healthz`: gateway, host, database, files, background work and the running commit. The result is cached for five seconds.
 */
import * as v from 'valibot';
import {
  type GatewayHealth,
  HEALTH_PATH,
  type HostHealth,
  hostHealthSchema,
} from '../../src/domain/api/contract/health.ts';
import { type JsonObject, parseJson } from '../../src/domain/api/json.ts';
import type { Fingerprints } from '../platform/fingerprint.ts';
import type { Forward, HostResponse } from './forward.ts';
import type { GatewayCall } from './request/call.ts';

export const HEALTH_TIMEOUT_MS = 5000;

const KEPT_MS = 5000;
/** Pause before a second check, so that a passing fault raises no alarm. */
const SECOND_CHECK_MS = 1000;
const MAX_READ = 16 * 1024;

/** Responds 200 when gateway, host, database and files are well, 503 when two checks in a row fail. */
export function createHealth({ forward, ...own }: { forward: Forward } & OwnHealth) {
  let health: GatewayHealth | undefined;
  let checkedAt = 0;
  return async (call: Pick<GatewayCall, 'request' | 'requestId' | 'address'>): Promise<Response> => {
    // Only results are shared, since a request cannot await another request's I/O.
    if (!health || Date.now() - checkedAt >= KEPT_MS) {
      checkedAt = Date.now();
      const first = await check(forward, own, call);
      if (!isHealthy(first)) await new Promise((done) => setTimeout(done, SECOND_CHECK_MS));
      health = isHealthy(first) ? first : await check(forward, own, call);
    }
    return Response.json(health, { status: isHealthy(health) ? 200 : 503 });
  };
}

/** Facts of the gateway itself: the commit of a marked deployment, and its secrets. */
interface OwnHealth {
  commit?: string | undefined;
  secrets?: Fingerprints | undefined;
}

const isHealthy = ({ gateway, host, d1, r2 }: GatewayHealth) =>
  [gateway, host, d1, r2].every((check) => check?.ok ?? true);

async function check(
  forward: Forward,
  { commit, secrets }: OwnHealth,
  call: Pick<GatewayCall, 'request' | 'requestId' | 'address'>,
): Promise<GatewayHealth> {
  const started = Date.now();
  // Sent without the client's headers.
  const request = new Request(call.request.url);
  const found = await forward({ ...call, request, target: HEALTH_PATH, method: 'GET', limit: 0 }).then(
    read,
    () => null,
  );
  const ms = Date.now() - started;
  const { commit: hostCommit, secrets: hostSecrets, ...known } = found ?? {};
  return {
    gateway: { ok: true, ms, ...(commit && { commit }), ...(secrets && { secrets }) },
    host: {
      ok: found !== null,
      ms,
      ...(hostCommit && { commit: hostCommit }),
      ...(hostSecrets && { secrets: hostSecrets }),
    },
    ...known,
  };
}

/** The parts of a host's response that follow the contract; empty for another host; null for a host that fails. */
async function read(hostResponse: HostResponse): Promise<Partial<HostHealth> | null> {
  const body = await hostResponse.read(MAX_READ);
  const state: JsonObject = Object(body && parseJson(new TextDecoder().decode(body)));
  const known: Partial<HostHealth> = Object.fromEntries(
    Object.entries(hostHealthSchema.entries).flatMap(([name, schema]) => {
      const { success, output } = v.safeParse(schema, state[name]);
      return success && output !== undefined ? [[name, output]] : [];
    }),
  );
  if (known.d1 && known.r2) return known;
  return hostResponse.status < 500 ? {} : null;
}
