/** `GET /healthz`: gateway, host, database, files, background work and the running commit. Caches for five seconds. */
import { MAIL_SHARES } from '../../src/domain/account/mails.ts';
import { parseJson } from '../../src/domain/api/json.ts';
import { isJsonObject, type JsonObject } from '../../src/domain/input/host-values.ts';
import type { Call } from './call.ts';
import type { Forward, HostResponse } from './forward.ts';

export const HEALTH_PATH = '/healthz';
export const HEALTH_TIMEOUT_MS = 5000;

const KEPT_MS = 5000;
/** A passing fault does not alarm anybody. */
const SECOND_CHECK_MS = 1000;
const MAX_READ = 16 * 1024;

interface PartHealth {
  ok: boolean;
  ms: number;
  commit?: string;
}

/** The valid parts of a host's state; see `hostHealth` of the contract. */
interface HostHealth {
  commit?: string;
  d1?: PartHealth;
  r2?: PartHealth;
  mail?: object;
  mail_left?: object;
  cron?: object;
  sweep?: object;
  backup?: object;
}
type Health = Record<'gateway' | 'host', PartHealth> & Omit<HostHealth, 'commit'>;

/**
 * Responds 200 when gateway, host, database and files are well, 503 when two checks in a row fail.
 * @param forward with {@link HEALTH_TIMEOUT_MS}
 */
export function createHealth({ forward, commit }: { forward: Forward; commit?: string | undefined }) {
  let health: Health | undefined;
  let checkedAt = 0;
  return async (call: Pick<Call, 'request' | 'requestId' | 'address'>): Promise<Response> => {
    // Only results are shared: a request cannot await another's I/O.
    if (!health || Date.now() - checkedAt >= KEPT_MS) {
      checkedAt = Date.now();
      const first = await check(forward, commit, call);
      if (!isWell(first)) await new Promise((done) => setTimeout(done, SECOND_CHECK_MS));
      health = isWell(first) ? first : await check(forward, commit, call);
    }
    return Response.json(health, { status: isWell(health) ? 200 : 503 });
  };
}

const isWell = ({ gateway, host, d1, r2 }: Health) => [gateway, host, d1, r2].every((part) => part?.ok ?? true);

async function check(
  forward: Forward,
  commit: string | undefined,
  call: Pick<Call, 'request' | 'requestId' | 'address'>,
): Promise<Health> {
  const started = Date.now();
  // Without the client's headers.
  const request = new Request(call.request.url);
  const parts = await forward({ ...call, request, target: HEALTH_PATH, method: 'GET', limit: 0 }).then(
    read,
    () => null,
  );
  const ms = Date.now() - started;
  const { commit: hostCommit, ...known } = parts ?? {};
  return {
    gateway: { ok: true, ms, ...(commit ? { commit } : {}) },
    host: { ok: parts !== null, ms, ...(hostCommit ? { commit: hostCommit } : {}) },
    ...known,
  };
}

/** The host's parts; none for another host; null for a failing one. */
async function read(hostResponse: HostResponse): Promise<HostHealth | null> {
  const body = await hostResponse.read(MAX_READ);
  const state: JsonObject = Object(body && parseJson(new TextDecoder().decode(body)));
  const [d1, r2] = [readPart(state.d1), readPart(state.r2)];
  if (d1 && r2) return { d1, r2, ...readBackground(state) };
  return hostResponse.status < 500 ? {} : null;
}

/** A version's tag, which is a commit. */
const COMMIT = /^[\w.-]{1,64}$/;
/** The background members that are passed on: a whole number, a boolean or null each. */
const BACKGROUND = {
  mail: ['ok', 'waiting', 'age_s', 'sending', 'unclear'],
  mail_left: ['ok', ...Object.keys(MAIL_SHARES)],
  ...{ cron: ['ok', 'age_s'], sweep: ['ok', 'age_s'], backup: ['age_s'] },
};

function readBackground({ commit, ...state }: JsonObject): Omit<HostHealth, 'd1' | 'r2'> {
  const parts = Object.entries(BACKGROUND).flatMap(([name, members]) => {
    const value = state[name];
    if (!isJsonObject(value)) return [];
    const known = members.map((member) => [member, value[member]] as const);
    const fits = known.every(([member, one]) =>
      member === 'ok' ? typeof one === 'boolean' : one === null || Number.isSafeInteger(one),
    );
    return fits ? [[name, Object.fromEntries(known)]] : [];
  });
  return { ...(typeof commit === 'string' && COMMIT.test(commit) ? { commit } : {}), ...Object.fromEntries(parts) };
}

function readPart(value: unknown): PartHealth | null {
  if (!isJsonObject(value)) return null;
  const { ok, ms } = value;
  return typeof ok === 'boolean' && typeof ms === 'number' ? { ok, ms } : null;
}
