/** Calls the admin host's crons at the address that `wrangler dev` has for them (`/cdn-cgi/local/explorer/api`). */
import { ADMIN_CONFIG, readConfig } from '../wrangler-config.ts';

const { name: WORKER, triggers } = readConfig(ADMIN_CONFIG);

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
