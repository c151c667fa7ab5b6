/** The host checks against foreign hosts with one fault each, which the named check must find. */
import { afterEach, expect, it } from 'vitest';
import { FAULTS, type Fault } from '../../../contract/foreign-host/faults.ts';
import { type ForeignHost, startForeignHost } from '../../../contract/foreign-host/start.ts';
import { isFit, runChecks } from '../../../contract/run.ts';
import { sampleFiles } from '../../../contract/sample-files.ts';

const SECRET = 'a secret that the gateway and its host share';

let host: ForeignHost | undefined;
afterEach(() => host?.close());

it.each(Object.entries(FAULTS) as [Fault, string][])(
  'the fault %s of a host is found by the check %s',
  async (fault, name) => {
    host = await startForeignHost([SECRET], [fault]);
    const report = await runChecks({ origin: host.origin, secret: SECRET, files: sampleFiles });
    const result = report.results.find((one) => one.name === name);
    expect(result).toMatchObject({ outcome: 'fails', seen: expect.stringMatching(/./) });
    expect(report.level).toBeLessThan(result?.level ?? 0);
    expect(isFit(report, 3)).toBe(false);
  },
);
