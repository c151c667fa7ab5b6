/** Calls the admin host's crons by the address that `wrangler dev` has for them (`/cdn-cgi/local/explorer/api`). */
import { ADMIN_CONFIG, readConfig } from '../wrangler-config.ts';

const MINUTE_MS = 60_000;
const { name: WORKER, triggers } = readConfig(ADMIN_CONFIG);

/** Every minute while this process runs, from now on. @param port of the workers */
export function runCrons(port: number): void {
  const tick = () => void runDueCrons(port, new Date().getMinutes());
  tick();
  setInterval(tick, MINUTE_MS).unref();
}

/**
 * Resolves when the worker is done with the crons of a minute, which each name every minute or one. It logs its errors; when
 * nothing responds, the portal is ending.
 */
export async function runDueCrons(port: number | string, minute: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/cdn-cgi/local/explorer/api/local/scheduled?worker=${WORKER}`;
  const headers = { 'Content-Type': 'application/json' };
  const isDue = (cron: string) => ['*', String(minute)].includes(cron.split(' ')[0] ?? '');
  for (const cron of (triggers?.crons ?? []).filter(isDue))
    await fetch(url, { method: 'POST', headers, body: JSON.stringify({ cron }) }).catch(() => {});
}
