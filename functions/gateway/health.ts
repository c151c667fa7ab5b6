/** `GET /healthz`: do gateway, host, database and files answer, and how fast. Rule: nothing else; results are kept for five seconds. */
import { property } from './answers.ts';
import type { Call } from './call.ts';
import type { Forward, HostAnswer } from './forward.ts';

export const HEALTH_PATH = '/healthz';
export const HEALTH_TIMEOUT_MS = 5000;

const KEPT_MS = 5000;
const LARGEST_READ = 16 * 1024;

export interface PartHealth {
  ok: boolean;
  ms: number;
}

/** `d1` and `r2` only where the host tells of them. */
export type Health = Record<'gateway' | 'host', PartHealth> & Partial<Record<'d1' | 'r2', PartHealth>>;

/** Answers 200 when all parts are well, else 503. @param forward with {@link HEALTH_TIMEOUT_MS} */
export function createHealth({ forward }: { forward: Forward }) {
  let health: Health | undefined;
  let checkedAt = 0;
  return async (call: Pick<Call, 'request' | 'requestId' | 'address'>): Promise<Response> => {
    // Only results are shared: a request can't wait for another's I/O.
    if (!health || Date.now() - checkedAt >= KEPT_MS) {
      checkedAt = Date.now();
      health = await check(forward, call);
    }
    return Response.json(health, { status: Object.values(health).every(({ ok }) => ok) ? 200 : 503 });
  };
}

async function check(forward: Forward, call: Pick<Call, 'request' | 'requestId' | 'address'>): Promise<Health> {
  const started = Date.now();
  // Without the client's headers.
  const request = new Request(call.request.url);
  const parts = await forward({ ...call, request, target: HEALTH_PATH, method: 'GET', limit: 0 }).then(
    read,
    () => null,
  );
  const ms = Date.now() - started;
  return { gateway: { ok: true, ms }, host: { ok: parts !== null, ms }, ...parts };
}

/** The host's parts; none for another host; null for one that fails. */
async function read(answer: HostAnswer): Promise<Pick<Health, 'd1' | 'r2'> | null> {
  const body = await answer.read(LARGEST_READ);
  const [d1, r2] = ['d1', 'r2'].map((name) => body && readPart(property(body, name)));
  if (d1 && r2) return { d1, r2 };
  return answer.status < 500 ? {} : null;
}

function readPart(value: unknown): PartHealth | null {
  if (typeof value !== 'object' || value === null) return null;
  const { ok, ms } = value as Record<string, unknown>;
  return typeof ok === 'boolean' && typeof ms === 'number' ? { ok, ms } : null;
}
