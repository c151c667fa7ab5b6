/** GET /healthz: whether database and bucket answer, and how soon. Only the gateway reaches it. */
import { answer } from '../call.ts';
import type { AdminEnv } from '../env.ts';
import { describeError, log } from '../request-log.ts';

export const HEALTH_PATH = '/healthz';

/** @returns 200 with `{d1: {ok, ms}, r2: {ok, ms}}`; 503 with the same when one of them is not ok */
export async function health(env: AdminEnv, requestId: string): Promise<Response> {
  const check = async (work: () => Promise<unknown>) => {
    const began = Date.now();
    const ok = await work().then(
      () => true,
      (error: unknown) => {
        log({ level: 'error', request_id: requestId, endpoint: 'health', detail: describeError(error) });
        return false;
      },
    );
    return { ok, ms: Date.now() - began };
  };
  const [d1, r2] = await Promise.all([
    check(async () => env.DB.prepare('SELECT 1').first()),
    // There is no such object; whether there is one is an answer.
    check(async () => env.FILES.head('health')),
  ]);
  return answer({ d1, r2 }, d1.ok && r2.ok ? 200 : 503);
}
