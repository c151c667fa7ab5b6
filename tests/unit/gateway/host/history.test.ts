/** Statuses of another host that are called like the portal's, for which pages promise dates and mails; titles and zones of a profile. */
import { describe, expect, it } from 'vitest';
import { recordIn } from '../../../../functions/gateway/host/adapter.ts';
import { readHistory } from '../../../../functions/gateway/host/history.ts';
import { DEFAULT_HOST_PROFILE, type HostProfile, hostStatus } from '../../../../functions/gateway/host/profile.ts';
import { readCreated } from '../../../../src/domain/application/created.ts';
import { mailsSteps } from '../../../../src/domain/application/status.ts';

const AT = '2026-11-20T10:00:00.000Z';
const OWN = { id: 1, status_type: 'submitted', created_at: AT };
const OURS = { status_type: 'submitted', created_at: AT, note: '' };
const LISTED = { submitted: { title: { ru: 'Принята', en: 'Received' }, tone: 'info', closed: true } } as const;
const profileOf = (statuses: HostProfile['statuses'] = {}, time_zone: string | null = null) => ({
  statuses,
  time_zone,
});

describe("a host's own status with a name of the contract", () => {
  it.each<[string, unknown, HostProfile['statuses']?]>([
    ['has no note', [OWN]],
    ['is in a text', JSON.stringify([OWN])],
    ['is a name alone', ['submitted']],
    ['is listed by the profile', [OURS], LISTED],
    ['is beside an entry of another shape', [OURS, { status_type: 'in_review', created_at: AT }]],
  ])('promises nothing where it %s', (_, history, statuses) => {
    const read = readHistory(history, profileOf(statuses));
    expect(mailsSteps(read)).toBe(false);
    expect(read.application_status_history?.[0]?.status_type).toBe('Submitted');
  });

  it.each([
    [true, [OURS, { ...OURS, status_type: 'changes_requested' }]],
    [
      true,
      [
        { ...OURS, created_at: '2026-11-20T10:00:00.000+05:00' },
        { ...OURS, status_type: 'new' },
      ],
    ],
    [false, []],
    [false, [{ ...OURS, status_type: 'new' }, OURS]],
    [false, [{ ...OURS, created_at: '' }]],
    [false, [{ ...OURS, created_at: '2026-11-20T10:00:00' }]],
    [false, [{ ...OURS, created_at: '2026-11-20' }]],
  ])('mails are promised by the first entry of a history: %s', (expected, history) => {
    expect(mailsSteps(readHistory(history, profileOf({}, 'Asia/Tashkent')))).toBe(expected);
  });

  it("stays as it is in the contract's history, and other names stay anyway", () => {
    expect(readHistory([OURS], profileOf())).toEqual({ application_status_history: [OURS] });
    const own = readHistory([{ ...OWN, status_type: 'в обработке' }], profileOf());
    expect(own.application_status_history).toMatchObject([{ status_type: 'в обработке', created_at: AT }]);
  });

  it('promises nothing after a creation', () => {
    const body = { data: { id: 57, application_status_history: [OWN] } };
    const data = recordIn('createFounder', body, DEFAULT_HOST_PROFILE);
    expect(readCreated({ data })).toEqual({ id: '57', at: AT, mailsSteps: false });
    const known = recordIn('createFounder', { data: { id: 57, application_status_history: [OURS] } });
    expect(readCreated({ data: known })).toEqual({ id: '57', at: AT, mailsSteps: true });
  });
});

it('an entry has title, tone and end of a status that the profile lists, in any case', () => {
  const statuses = {
    closed: { title: { ru: 'Закрыто', en: 'Closed' }, tone: 'success', closed: true },
    open: { title: { ru: 'Открыто', en: 'Open' }, tone: 'info', closed: false },
  } as const;
  const history = ['Closed', 'open', 'other'].map((status_type) => ({ status_type }));
  const [closed, open, other] = readHistory(history, profileOf(statuses)).application_status_history ?? [];
  expect([closed, open]).toMatchObject([statuses.closed, statuses.open]);
  expect(other).toEqual({ status_type: 'other', created_at: '', note: '' });
  for (const name of ['other', 'toString', '__proto__', '']) expect(hostStatus({ statuses }, name)).toBeNull();
});

it('a time without a zone is one of the zone in the profile', () => {
  const history = [{ status_type: 'new' }, { status_type: 'x', created_at: '2026-11-20 03:00:00' }];
  const read = readHistory(history, profileOf({}, 'Asia/Tashkent')).application_status_history;
  expect(read?.map(({ created_at }) => created_at)).toEqual(['', '2026-11-19T22:00:00.000Z']);
});
