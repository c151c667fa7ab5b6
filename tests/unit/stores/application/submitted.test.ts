import { beforeEach, describe, expect, it } from 'vitest';
import { readSubmitted, rememberSubmitted } from '../../../../src/stores/application/submitted.ts';
import { writeTab } from '../../../../src/stores/browser/tab-storage.ts';

beforeEach(() => writeTab('submitted', null));

describe('what the success page shows', () => {
  it('is nothing before something was sent', () => {
    expect(readSubmitted()).toBeNull();
  });

  it('is number, type and time of the last application, and nothing else of it', () => {
    const record = { id: '42', type: 'founder' as const, at: '2026-11-21T09:00:05Z', email: 'anna@example.org' };
    rememberSubmitted(record);
    expect(readSubmitted()).toEqual({ id: '42', type: 'founder', at: '2026-11-21T09:00:05Z' });
  });

  it.each([['text'], [{ id: 42, type: 'founder', at: '' }], [{ id: '42', type: 'tourist', at: '' }], [[]]])(
    'is nothing when what is kept is not of that form: %j',
    (kept) => {
      writeTab('submitted', kept);
      expect(readSubmitted()).toBeNull();
    },
  );
});
