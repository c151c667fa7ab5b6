/**
 * The host checks against a section 7 host: they continue with what came back, and report what works, is worse or is unsafe.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { reportText } from '../../../contract/report.ts';
import { isFit, type Report, runChecks } from '../../../contract/run.ts';
import { sampleFiles } from '../../../contract/sample-files.ts';
import { CREATED, type Mode } from '../../../contract/section7-host/modes.ts';
import { type Section7Host, startSection7Host } from '../../../contract/section7-host/start.ts';

const SECRET = 'a secret that the gateway and its host share';

let host: Section7Host | undefined;
afterEach(() => host?.close());

async function checked(mode: Partial<Mode> = {}): Promise<Report> {
  host = await startSection7Host(mode);
  return runChecks({ origin: host.origin, secret: SECRET, files: sampleFiles });
}

const find = ({ results }: Report, name: string) => results.find((result) => result.name === name);
const named = ({ results }: Report, effect: string) =>
  results.flatMap((result) =>
    ['fails', 'missing'].includes(result.outcome) && result.effect === effect ? [result.name] : [],
  );

describe('checks of a host of section 7', () => {
  it('findings about a host of section 7 have expectation and response, and none stops applying', async () => {
    const report = await checked({ fields: 'all' });
    for (const type of ['specialist', 'founder', 'investor']) {
      const result = find(report, `create-${type}`);
      expect(result).toMatchObject({ outcome: 'fails', effect: 'worsens', means: expect.stringMatching(/is stored/) });
      expect(result?.seen).toMatch(/expected/);
      expect(result?.seen).toMatch(/received/);
    }
    expect(find(report, 'answers-kept')?.outcome).not.toBe('not_checked');
    expect(find(report, 'sign-in')).toMatchObject({ outcome: 'fails', effect: 'worsens' });
    expect(named(report, 'stops')).toEqual([]);
    expect(named(report, 'unsafe')).toEqual(
      expect.arrayContaining(['signature', 'one-per-address', 'wrong-reset-code', 'file-content', 'no-key']),
    );
    expect(named(report, 'unsafe')).not.toContain('wrong-password');
    expect(isFit(report, 1)).toBe(false);
  });

  it('a host of section 7 is reported level by level and as a whole', async () => {
    const text = reportText(await checked({ fields: 'all' }), 3);
    expect(text).toMatch(/^Level 2\. .*\n {2}\d+ work, \d+ worse, \d+ unsafe/m);
    expect(text).toMatch(/^ {2}does not work for: nothing$/m);
    expect(text).toMatch(/^ {2}is unsafe in: {6}.*\bone-per-address\b/m);
    expect(text).toMatch(/^ {2}is worse in: {7}.*\bcreate-founder\b/m);
    expect(text).toMatch(/^ {2}✗ sent-again: .*expected \d+ again, received \d+$/m);
    expect(text).not.toContain(SECRET);
    expect(text).not.toMatch(/tok\.a1B2/);
  });

  it.each(Object.entries(CREATED))(
    'the host checks run to the end after a creation with the response %s',
    async (_, { reply }) => {
      const report = await checked({ reply: { create: reply } });
      expect(find(report, 'create-founder')?.effect).toBe('worsens');
      expect(find(report, 'sign-in')?.outcome).not.toBe('not_checked');
      expect(find(report, 'sent-at-once')?.outcome).toBe('fails');
      expect(report.made.length).toBeGreaterThan(5);
    },
  );

  it('the host checks of applying stop when every creation is refused, and the others name what they need', async () => {
    const report = await checked({ refuse: { create: { status: 422, body: { message: 'No' } } } });
    expect(find(report, 'create-founder')).toMatchObject({
      effect: 'stops',
      seen: 'createFounder: expected 201, received 422 {"message":"No"}',
    });
    expect(find(report, 'sign-in')).toMatchObject({ outcome: 'not_checked' });
  });
});
