import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDueCrons } from '../../../functions/local/crons.ts';
import { ADMIN_CONFIG, readConfig } from '../../../functions/wrangler-config.ts';

const { name, triggers: { crons = [] } = {} } = readConfig(ADMIN_CONFIG);

/** The crons that the workers were called for. */
const called: unknown[] = [];
const workers = createServer(async (request, response) => {
  expect(request.url).toBe(`/cdn-cgi/local/explorer/api/local/scheduled?worker=${name}`);
  called.push(await json(request));
  response.end();
});
beforeAll(() => new Promise<void>((done) => workers.listen(0, '127.0.0.1', done)));
afterAll(() => workers.close());

it('the local portal runs the crons of the deployed one in their minutes', async () => {
  const calledAt = async (minute: number) => {
    called.length = 0;
    await runDueCrons((workers.address() as AddressInfo).port, minute);
    return called.map((body) => (body as { cron: string }).cron);
  };
  expect(crons).toHaveLength(2);
  expect(await calledAt(17)).toEqual(crons);
  for (const minute of [0, 7, 18, 59]) expect(await calledAt(minute)).toEqual(['* * * * *']);
});

it('the worker distinguishes the cron of mails from that of the sweep', () => {
  const index = readFileSync('functions/admin/index.ts', 'utf8');
  expect(crons).toContain(/^const MAIL_CRON = '(.*)';$/m.exec(index)?.[1]);
});
