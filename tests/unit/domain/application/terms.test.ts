import { describe, expect, it } from 'vitest';
import { isTermsVersion, TERMS_VERSION } from '../../../../src/domain/application/terms.ts';

describe('terms versions', () => {
  it('the version of the terms in force is valid', () => {
    expect(isTermsVersion(TERMS_VERSION)).toBe(true);
  });

  it.each(['2026-11-23', '2031-01-01', '2027-09-09', '2027-10-10', '2027-12-29', '2027-08-30', '2027-07-31'])(
    'the terms version %s is valid',
    (version) => {
      expect(isTermsVersion(version)).toBe(true);
    },
  );

  it.each([
    '',
    'latest',
    '12026-11-23',
    '2026-11-23T00:00:00Z',
    '26-11-23',
    '2026-1-23',
    '2026-00-23',
    '2026-13-23',
    '2026-11-00',
    '2026-11-32',
    '2026-11-40',
    '23.11.2026',
  ])('the terms version %j is invalid', (version) => {
    expect(isTermsVersion(version)).toBe(false);
  });
});
