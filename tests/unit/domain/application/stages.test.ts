/** A new status is a row of the table and its texts; no other code knows single statuses. */
import { globSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { STAGES, type Stage } from '../../../../src/domain/application/stages.ts';
import { LOCALES, NAMESPACES } from '../../../../src/domain/i18n/locales.ts';

const PATH = '../../../../src/domain/application/stages.ts';

/** A stage that asks the applicant for a document during the review. */
const ON_HOLD = {
  ...STAGES.changes_requested,
  days: 10,
  next: ['in_review'],
  tone: 'error',
} as const satisfies Stage;

/** Imports the readers of the table with a copy that has one more row. */
async function withNewStage() {
  vi.resetModules();
  vi.doMock(PATH, async (original) => ({
    ...(await original<object>()),
    STAGES: { ...STAGES, in_review: { ...STAGES.in_review, next: ['on_hold'] }, on_hold: ON_HOLD },
  }));
  return {
    ...(await import('../../../../src/domain/application/status.ts')),
    ...(await import('../../../../src/domain/application/asked-fields.ts')),
    ...(await import('../../../../src/islands/profile/stage-words.ts')),
    ...(await import('../../locales/built-keys.ts')),
  };
}

afterEach(() => {
  vi.doUnmock(PATH);
  vi.resetModules();
});

describe('a new stage in the stage table', () => {
  it('a new stage is a status with next stages, a due date and a colour', async () => {
    const { STATUSES, MAIN_STATUSES, isStatus, remainingStatuses, expectedBy, stageOf } = await withNewStage();
    expect(STATUSES).toContain('on_hold');
    expect(MAIN_STATUSES).not.toContain('on_hold');
    expect(isStatus('on_hold')).toBe(true);
    expect(remainingStatuses('on_hold')).toEqual(['in_review', 'approved', 'visa_issued']);
    expect(expectedBy('on_hold', '2026-11-20T10:00:00Z')).toBe('2026-12-04');
    expect(stageOf('on_hold')?.tone).toBe('error');
  });

  it('a new stage can ask for fields and wait for the applicant', async () => {
    const { askedFields, waitsForApplicant, isReapplication } = await withNewStage();
    const entry = { status_type: 'on_hold', created_at: '2026-11-20T10:00:00Z', note: '', fields: ['surname'] };
    expect(askedFields(entry, 'founder')).toEqual(['surname']);
    expect(waitsForApplicant('on_hold')).toBe(true);
    expect(isReapplication('on_hold')).toBe(false);
  });

  it('a new stage requires five texts in each language and nothing else', async () => {
    const { builtKeys } = await withNewStage();
    for (const locale of LOCALES) {
      const missing = NAMESPACES.flatMap((namespace) => {
        const words = JSON.parse(readFileSync(`locales/${namespace}/${locale}.json`, 'utf8')) as unknown;
        const text = (key: string) =>
          key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], words);
        return builtKeys(namespace)
          .filter(({ key, optional }) => key.includes('on_hold') && !optional && text(key) === undefined)
          .map(({ key }) => `${namespace}: ${key}`);
      });
      expect(missing).toEqual([
        'auth: stages.on_hold.title',
        'auth: stages.on_hold.text',
        'auth: stages.on_hold.next',
        'auth: stages.on_hold.ahead',
        'admin: web.waits.what.on_hold',
      ]);
    }
  });
});

describe('the source code', () => {
  it('no code but that of the visa page compares a status with a literal', () => {
    const codes = Object.keys(STAGES).join('|');
    // `.status` belongs to a settled promise.
    const decision = new RegExp(`(?<!\\.status )(?:[!=]==|case) '(?:${codes})'`);
    const found = globSync('{src,functions}/**/*.{ts,tsx,astro,mjs}').filter(
      (file) => !/\/\.|node_modules/.test(file) && decision.test(readFileSync(file, 'utf8')),
    );
    // The public visa page checks for an issued visa without loading the table.
    expect(found).toEqual(['src/domain/application/visa.ts']);
  });
});
