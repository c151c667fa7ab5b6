/** The checks for hosts behind the gateway, run on the embedded host, optional calls included. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, expect, it } from 'vitest';
import worker from '../../../../functions/admin/index.ts';
import { runChecks } from '../../../contract/run.ts';
import { bindings, migrate } from '../support/host.ts';
import { sampleOf } from '../support/samples.ts';

beforeAll(migrate);

async function send(url: string, init: RequestInit): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(url, init) as Parameters<typeof worker.fetch>[0];
  const response = await worker.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  return response;
}

it('the embedded host passes every level of the host checks', async () => {
  const report = await runChecks({ origin: 'https://admin.internal', secret: null, files: sampleOf, send });
  expect(report.results.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
  expect(report.level).toBe(4);
  expect(report.results.map(({ name }) => name)).not.toContain('signature');
});
