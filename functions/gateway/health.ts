/** `GET /healthz`: gateway, host, database, files, background work and the running commit. Caches for five seconds. */
import { MAIL_SHARES } from '../../src/domain/account/mails.ts';
import { parseJson } from '../../src/domain/api/json.ts';
import { isJsonObject, type JsonObject } from '../../src/domain/input/host-values.ts';
import type { Fingerprints } from '../platform/fingerprint.ts';
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
  secrets?: Fingerprints;
}

/** The valid parts of a host's state; see `hostHealth` of the contract. */
interface HostHealth extends Pick<PartHealth, 'commit' | 'secrets'> {
  d1?: PartHealth;
  r2?: PartHealth;
  mail?: object;
  mail_left?: object;
  cron?: object;
  sweep?: object;
  backup?: object;
}
type Health = Record<'gateway' | 'host', PartHealth> & Omit<HostHealth, 'commit' | 'secrets'>;

/** Responds 200 when gateway, host, database and files are well, 503 when two checks in a row fail. */
export function createHealth({ forward, ...own }: { forward: Forward } & OwnHealth) {
  let health: Health | undefined;
  let checkedAt = 0;
  return async (call: Pick<Call, 'request' | 'requestId' | 'address'>): Promise<Response> => {
    // Only results are shared: a request cannot await another's I/O.
    if (!health || Date.now() - checkedAt >= KEPT_MS) {
      checkedAt = Date.now();
      const first = await check(forward, own, call);
      if (!isWell(first)) await new Promise((done) => setTimeout(done, SECOND_CHECK_MS));
      health = isWell(first) ? first : await check(forward, own, call);
    }
    return Response.json(health, { status: isWell(health) ? 200 : 503 });
  };
}

/** Of the gateway itself: the commit of a marked deployment, and its secrets. */
interface OwnHealth {
  commit?: string | undefined;
  secrets?: Fingerprints | undefined;
}

const isWell = ({ gateway, host, d1, r2 }: Health) => [gateway, host, d1, r2].every((part) => part?.ok ?? true);

async function check(
  forward: Forward,
  { commit, secrets }: OwnHealth,
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
  const { commit: hostCommit, secrets: hostSecrets, ...known } = parts ?? {};
  return {
    gateway: { ok: true, ms, ...(commit && { commit }), ...(secrets && { secrets }) },
    host: {
      ok: parts !== null,
      ms,
      ...(hostCommit && { commit: hostCommit }),
      ...(hostSecrets && { secrets: hostSecrets }),
    },
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

const FINGERPRINT = /^[0-9a-f]{8}$/;

function readFingerprints(value: unknown): { secrets?: Fingerprints } {
  const all = isJsonObject(value) ? Object.entries(value) : [];
  const known = all.filter(([name, one]) => /^[A-Z_]{1,40}$/.test(name) && FINGERPRINT.test(String(one)));
  return known.length > 0 ? { secrets: Object.fromEntries(known.map(([name, one]) => [name, String(one)])) } : {};
}

/** A version's tag, which is a commit. */
const COMMIT = /^[\w.-]{1,64}$/;
/** The background members that are passed on: a whole number, a boolean or null each. */
const BACKGROUND = {
  mail: ['ok', 'waiting', 'age_s', 'sending', 'unclear'],
  mail_left: ['ok', ...Object.keys(MAIL_SHARES)],
  ...{ cron: ['ok', 'age_s'], sweep: ['ok', 'age_s'], backup: ['age_s'] },
};
/** Members of the backup that an older host lacks. */
const BACKUP_ADDED = ['ok', 'limit_s', 'unreadable'];
const BOOLEANS = ['ok', 'unreadable'];

function readBackground({ commit, secrets, ...state }: JsonObject): Omit<HostHealth, 'd1' | 'r2'> {
  const parts = Object.entries(BACKGROUND).flatMap(([name, members]) => {
    const value = state[name];
    if (!isJsonObject(value)) return [];
    const added = name === 'backup' ? BACKUP_ADDED.filter((member) => member in value) : [];
    const known = [...members, ...added].map((member) => [member, value[member]] as const);
    const fits = known.every(([member, one]) =>
      BOOLEANS.includes(member) ? typeof one === 'boolean' : one === null || Number.isSafeInteger(one),
    );
    return fits ? [[name, Object.fromEntries(known)]] : [];
  });
  return {
    ...(typeof commit === 'string' && COMMIT.test(commit) ? { commit } : {}),
    ...Object.fromEntries(parts),
    ...readFingerprints(secrets),
  };
}

function readPart(value: unknown): PartHealth | null {
  if (!isJsonObject(value)) return null;
  const { ok, ms } = value;
  return typeof ok === 'boolean' && typeof ms === 'number' ? { ok, ms } : null;
}
