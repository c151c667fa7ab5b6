/**
 * The host checks on nine minimal hosts. Each report is a page that is read: `npm test -- unit-release
 * tests/unit/contract/release/section7-report.test.ts -u` writes the pages anew.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { reportText } from '../../../contract/report.ts';
import { type Report, runChecks } from '../../../contract/run.ts';
import { sampleFiles } from '../../../contract/sample-files.ts';
import { CREATED, DIALECTS, HOST_SECRET, type Mode } from '../../../contract/section7-host/modes.ts';
import { type Section7Host, startSection7Host } from '../../../contract/section7-host/start.ts';

let host: Section7Host | undefined;
afterEach(() => host?.close());

async function checked(mode: Partial<Mode> = {}, timeoutMs = 60_000): Promise<Report> {
  host = await startSection7Host(mode);
  return runChecks({ origin: host.origin, secret: HOST_SECRET, files: sampleFiles, timeoutMs });
}

const find = ({ results }: Report, name: string) => results.find((result) => result.name === name);
const unsafe = ({ results }: Report) =>
  results.flatMap(({ name, outcome, effect }) => (outcome === 'fails' && effect === 'unsafe' ? [name] : []));

/** The report without what differs between runs. */
const page = (report: Report) =>
  `${reportText(report, 3)
    .replaceAll(host?.origin ?? '', 'https://admin.example.org')
    .replace(/check-host\.[\w-]+@/g, 'check-host.…@')
    .replace(/Nobody [a-p]{20,}/g, 'Nobody …')
    .replace(/\d+ and \d+/g, '… and …')
    .replace(/(?<=applications\/|"id":)\d+(?=\/|,|})/g, '…')
    .replace(/expected \d+ again/g, 'expected … again')
    .replace(/(?<=…\/)\d+(?=\/)/g, '…')
    .replace(/received \d+$/gm, 'received …')
    .replace(/^ {2}\d+ {2}(?=\w+ {2}check-host)/gm, '  … ')}\n`;

/** What each host really does to applicants, and which settings of its profile it needs. */
const TRUTH: Record<keyof typeof DIALECTS, { harms: string[]; profile: object }> = {
  plain: {
    harms: [
      'one-per-address',
      'signature',
      'wrong-reset-code',
      'altered-link',
      'file-content',
      'no-key',
      'new-password',
    ],
    profile: { files: ['/storage/applications/'] },
  },
  laravel: {
    harms: ['signature', 'reset-code', 'altered-link', 'file-content'],
    profile: { files: ['/storage/applications/'], list_files: 'file6[]', one_session: true },
  },
  django: {
    harms: ['signature', 'altered-link', 'file-content', 'new-password'],
    profile: { files: ['/storage/applications/'], trailing_slash: true },
  },
  indexed: {
    harms: ['signature', 'altered-link', 'file-content', 'new-password'],
    profile: { files: ['/storage/applications/'], list_files: 'file6[0]' },
  },
  careful: { harms: [], profile: {} },
  replacing: {
    harms: ['signature', 'altered-link', 'file-content', 'change', 'new-password'],
    profile: { files: ['/storage/applications/'], refused_sign_in: [400, 401, 403, 422, 404] },
  },
  nest: {
    harms: ['signature', 'altered-link', 'file-content', 'new-password'],
    profile: { files: ['/storage/applications/'], list_files: 'file6[]' },
  },
  open: {
    harms: [
      ...['one-per-address', 'signature', 'invented-token', 'sign-out', 'wrong-reset-code', 'altered-link'],
      ...['file-content', 'no-key', 'another-applicant', 'new-password'],
    ],
    profile: { files: ['/storage/applications/'] },
  },
  strict: { harms: [], profile: {} },
};

describe('the host checks of minimal hosts', () => {
  it.each(Object.entries(TRUTH) as [keyof typeof DIALECTS, (typeof TRUTH)['plain']][])(
    'the report on the host "%s" states the harms that the host does, no other, and its profile',
    async (name, { harms, profile }) => {
      const report = await checked({ fields: 'all', ...DIALECTS[name] });
      expect(unsafe(report)).toEqual(harms);
      const { update, partial_dates, ...needed } = report.profile;
      expect(needed).toEqual(profile);
      // A host that empties what an update lacks gets every known answer.
      expect(update).toBe(['replacing', 'strict'].includes(name) ? undefined : 'changed');
      expect(partial_dates).toBe(name === 'strict' ? undefined : true);
      const actions = [...reportText(report, 3).matchAll(/^ {2}(\d+)\. /gm)].map(([, number]) => Number(number));
      expect(actions).toEqual(actions.map((_, index) => index + 1));
      expect(actions.length).toBeLessThanOrEqual(10);
      await expect(page(report)).toMatchFileSnapshot(`../../../contract/reports/${name}.txt`);
      expect(page(report)).not.toContain(HOST_SECRET);
      expect(page(report)).not.toMatch(/tok\.a1B2/);
    },
  );

  it('a host whose sample is refused is not decided, and no harm is stated', async () => {
    const report = await checked(DIALECTS.strict);
    expect(find(report, 'create-founder')).toMatchObject({ outcome: 'fails', effect: 'stops' });
    for (const name of ['one-per-address', 'file-content', 'no-key'])
      expect(find(report, name)).toMatchObject({ outcome: 'undecided', seen: expect.stringMatching(/refused/) });
    expect(find(report, 'sign-in')?.outcome).toBe('not_checked');
  });

  it('a host that ends in the middle is stated as seen, and what follows is not checked', async () => {
    const report = await checked({ fields: 'all', endsAt: ({ id }) => id === 'requestResetCode' });
    expect(find(report, 'reset-code')).toMatchObject({
      outcome: 'fails',
      seen: expect.stringMatching(/^requestResetCode: no response \(.+\); the host ended here$/),
    });
    for (const name of ['wrong-reset-code', 'change', 'list-files', 'parcels'])
      expect(find(report, name)).toMatchObject({
        outcome: 'not_checked',
        seen: 'the host ended at requestResetCode',
      });
    expect(unsafe(report)).toEqual(['one-per-address', 'signature']);
    expect(report.profile).toEqual({ files: ['/storage/applications/'] });
    expect(reportText(report, 3)).toMatch(/^ {2}1\. The host ended at requestResetCode\./m);
  });

  it('a host that is silent at one call is checked further', async () => {
    const report = await checked({ fields: 'all', refuse: { requestResetCode: 'silent' } }, 400);
    expect(find(report, 'reset-code')?.seen).toMatch(/^requestResetCode: no response \([^)]+\)$/);
    expect(find(report, 'list-files')?.outcome).toBe('holds');
    expect(report.endedAt).toBeNull();
  });

  it('the host checks find documents that a host cuts', async () => {
    const report = await checked({ fields: 'all', storedBytes: 600 });
    expect(find(report, 'file-links')).toMatchObject({
      effect: 'unsafe',
      seen: expect.stringMatching(/no whole file$/),
    });
  });

  it('the host checks stop at a redirect and say where it leads', async () => {
    const redirect = { status: 302, headers: { Location: 'https://sso.example.org/login' } };
    const report = await checked({ refuse: { checkEmail: redirect, employeeVisa: redirect } });
    expect(find(report, 'reachable')?.seen).toBe(
      'employeeVisa: 302, a redirect to https://sso.example.org/login, which the gateway does not follow',
    );
    expect(new Set(report.results.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(['not_checked']));
    expect(report.made).toEqual([]);
  });

  it.each(Object.entries(CREATED))(
    'the host checks take the record from the sign-in after a creation with the response %s',
    async (_, { reply }) => {
      const report = await checked({ reply: { create: reply } });
      expect(find(report, 'create-founder')?.effect).toBe('worsens');
      expect(find(report, 'sign-in')?.outcome).not.toBe('not_checked');
      expect(find(report, 'sent-at-once')?.outcome).toBe('fails');
      expect(report.made.length).toBeGreaterThan(5);
    },
  );
});
