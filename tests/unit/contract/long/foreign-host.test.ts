/** The host checks against a small foreign host, and against faulty ones, whose faults must be found. */
import { afterEach, describe, expect, it } from 'vitest';
import { APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';
import { FAULTS, type Fault } from '../../../contract/foreign-host/faults.ts';
import { type ForeignHost, startForeignHost } from '../../../contract/foreign-host/start.ts';
import { checksFor, isFit, type Report, runChecks } from '../../../contract/run.ts';
import { sampleFiles } from '../../../contract/sample-files.ts';

const SECRET = 'a secret that the gateway and its host share';

let host: ForeignHost | undefined;
afterEach(() => host?.close());

async function checked(faults: Fault[] = [], secrets = [SECRET]): Promise<Report> {
  host = await startForeignHost(secrets, faults);
  return runChecks({ origin: host.origin, secret: SECRET, files: sampleFiles });
}

const named = ({ results }: Report, outcome: string) =>
  results.flatMap((result) => (result.outcome === outcome ? [result.name] : []));

describe('checks of a host with other tokens, other errors and absolute links', () => {
  it('the checks accept a correct foreign host, and report the calls that it lacks', async () => {
    const report = await checked();
    expect(report.results.filter(({ outcome }) => outcome === 'fails' || outcome === 'not_checked')).toEqual([]);
    expect(report.level).toBe(3);
    expect(named(report, 'missing').sort()).toEqual(
      [
        ...['current-password', 'current-user', 'end-sessions', 'field-errors', 'known-browser', 'restore-email'],
        ...['messages', 'parcels', 'sessions', 'version'],
      ].sort(),
    );
    expect(isFit(report, 3)).toBe(true);
    expect(isFit(report, 4)).toBe(false);
  });

  it('the report of the host checks lists every application that they left at the host', async () => {
    const { made } = await checked();
    expect(made.map(({ id }) => Number(id))).toEqual([...(host?.state.applications.keys() ?? [])]);
    for (const { email } of made) expect(email).toMatch(/^check-host\.[\w-]+@example\.org$/);
  });

  it('the checks accept a host with two secrets during their rotation', async () => {
    expect((await checked([], ['the secret that comes after this one', SECRET])).level).toBe(3);
  });
});

describe('checks of a faulty host', () => {
  it('each required host check finds at least one fault', () => {
    const required = checksFor(SECRET).filter(({ level }) => level < 4);
    const found = new Set<string>(Object.values(FAULTS));
    // Each type has its own check of the creation; a profile mends the slash (section7-report.test.ts).
    const unproven = required.map(({ name }) => name).filter((name) => !found.has(name));
    expect(unproven).toEqual([
      'trailing-slash',
      ...APPLICATION_TYPES.filter((type) => type !== 'founder').map((type) => `create-${type}`),
    ]);
  });

  it('an unreachable host ends the host checks at once', async () => {
    const report = await runChecks({ origin: 'http://127.0.0.1:9', secret: SECRET, files: sampleFiles });
    expect(report.level).toBe(0);
    expect(named(report, 'fails')).toEqual(['reachable']);
    expect(named(report, 'holds')).toEqual([]);
  });
});
