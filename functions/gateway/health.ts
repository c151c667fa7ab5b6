/**
 * `GET /healthz`: whether gateway, host, database and file storage answer, and how fast, for whoever watches the portal.
 * Rule: it says nothing else, and the host is asked at most once in five seconds, however often strangers call.
 */
import { property } from './answers.ts';
import type { Call } from './call.ts';
import type { Forward, HostAnswer } from './forward.ts';

export const HEALTH_PATH = '/healthz';
/** A part that takes longer is not well. */
export const HEALTH_TIMEOUT_MS = 5000;

const REMEMBERED_MS = 5000;
/** Bytes of a host's answer. */
const LARGEST_READ = 16 * 1024;

/** How one part is: `ms` is the time that its answer took. */
export interface PartHealth {
  ok: boolean;
  ms: number;
}

/** `d1` and `r2` are there where the host tells of them: `{"d1":{"ok":true,"ms":3},"r2":{"ok":true,"ms":5}}`. */
export type Health = Record<'gateway' | 'host', PartHealth> & Partial<Record<'d1' | 'r2', PartHealth>>;

/**
 * Answers 200 when all parts are well, else 503.
 * @param forward the way to the host, with {@link HEALTH_TIMEOUT_MS}
 */
export function createHealth({ forward }: { forward: Forward }) {
  let last: { health: Health; asked: number } | undefined;
  let asked = Number.NEGATIVE_INFINITY;
  return async (call: Pick<Call, 'request' | 'requestId' | 'address'>): Promise<Response> => {
    // Only what is finished is shared: one request can't wait for another's.
    if (!last || Date.now() - asked >= REMEMBERED_MS) {
      asked = Date.now();
      last = { health: await look(forward, call), asked };
    }
    const { health } = last;
    return Response.json(health, { status: Object.values(health).every(({ ok }) => ok) ? 200 : 503 });
  };
}

async function look(forward: Forward, call: Pick<Call, 'request' | 'requestId' | 'address'>): Promise<Health> {
  const started = Date.now();
  // Nothing of a stranger's own headers goes up.
  const request = new Request(call.request.url);
  const told = await forward({ ...call, request, target: HEALTH_PATH, method: 'GET', limit: 0 }).then(read, () => null);
  const ms = Date.now() - started;
  return { gateway: { ok: true, ms }, host: { ok: told !== null, ms }, ...told };
}

/** What the host tells of its parts; nothing, where it is another host that answers at all; null where it fails. */
async function read(answer: HostAnswer): Promise<Pick<Health, 'd1' | 'r2'> | null> {
  const body = await answer.read(LARGEST_READ);
  if (body === null) answer.discard();
  const [d1, r2] = ['d1', 'r2'].map((name) => body && readPart(property(body, name)));
  if (d1 && r2) return { d1, r2 };
  return answer.status < 500 ? {} : null;
}

function readPart(value: unknown): PartHealth | null {
  if (typeof value !== 'object' || value === null) return null;
  const { ok, ms } = value as Record<string, unknown>;
  return typeof ok === 'boolean' && typeof ms === 'number' ? { ok, ms } : null;
}
