/** Calls the admin host's crons by the address that `wrangler dev` has for them (`/cdn-cgi/local/explorer/api`). */
import { ADMIN_CONFIG, readConfig } from '../wrangler-config.ts';

const MINUTE_MS = 60_000;
const { name: WORKER, triggers } = readConfig(ADMIN_CONFIG);
/** As the platform reads them. */
export const CRONS: readonly string[] = triggers?.crons ?? [];

/** True in the minutes at which a cron is due; it names every minute or one. */
export function isDue(cron: string, minute: number): boolean {
  const [at] = cron.split(' ');
  return at === '*' || Number(at) === minute;
}

/** Every minute while this process runs, from now on. @param port of the workers */
export function runCrons(port: number): void {
  const tick = () => {
    for (const cron of CRONS.filter((one) => isDue(one, new Date().getMinutes()))) void runCron(port, cron);
  };
  tick();
  setInterval(tick, MINUTE_MS).unref();
}

/** Resolves when the worker is done. It logs its errors; when nothing responds, the portal is ending. */
export async function runCron(port: number | string, cron: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/cdn-cgi/local/explorer/api/local/scheduled?worker=${WORKER}`;
  const headers = { 'Content-Type': 'application/json' };
  await fetch(url, { method: 'POST', headers, body: JSON.stringify({ cron }) }).catch(() => {});
}
