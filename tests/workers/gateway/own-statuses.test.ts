/** Statuses of another host that are called like the portal's, for which pages promise dates and mails. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createHostFiles } from '../../../functions/gateway/file-links.ts';
import { readCreated } from '../../../src/domain/application/created.ts';
import { DEFAULT_HOST_PROFILE, type HostProfile } from '../../../src/domain/application/host-profile.ts';
import { readRecord } from '../../../src/domain/application/record.ts';
import { isOfContract } from '../../../src/domain/application/status.ts';
import { HOST, startGateway } from './own-gateway.ts';
import { sampleRecord, signedInAs } from './sample-responses.ts';
import { jsonBody } from './visitor.ts';

const AT = '2026-11-20T10:00:00.000Z';
const OWN = { id: 1, status_type: 'submitted', created_at: AT };
const OURS = { status_type: 'submitted', created_at: AT, note: '' };
const LISTED = { submitted: { title: { ru: 'Принята', en: 'Received' }, tone: 'info', closed: true } } as const;

function guest(statuses: HostProfile['statuses'] = {}) {
  const files = createHostFiles({ secret: env.BIND_SECRET, prefixes: [] });
  return startGateway({ otherHost: { origin: HOST, files }, profile: { ...DEFAULT_HOST_PROFILE, statuses } });
}

async function signedIn(history: unknown, statuses?: HostProfile['statuses']) {
  const one = guest(statuses);
  const record = sampleRecord('founder', { application_status_history: history });
  await one.hostResponds({ body: signedInAs(record), isOutside: true });
  const response = await one.visit('/api/v1/user-login', jsonBody({}));
  const { object } = await response.json<{ object: { application_status_history: unknown } }>();
  return { raw: object.application_status_history, read: readRecord(object)?.application_status_history ?? [] };
}

describe("a host's own status with a name of the contract", () => {
  it.each<[string, unknown, HostProfile['statuses']?]>([
    ['has no note', [OWN]],
    ['is in a text', JSON.stringify([OWN])],
    ['is a name alone', ['submitted']],
    ['is listed by the profile', [OURS], LISTED],
    ['is beside an entry of another shape', [OURS, { status_type: 'in_review', created_at: AT }]],
  ])('promises nothing where it %s', async (_, history, statuses) => {
    const { read } = await signedIn(history, statuses);
    expect(isOfContract(read)).toBe(false);
    expect(read[0]?.status_type).toBe('Submitted');
  });

  it("stays as it is in the contract's history, and other names stay anyway", async () => {
    expect((await signedIn([OURS])).raw).toEqual([OURS]);
    expect((await signedIn([{ ...OWN, status_type: 'в обработке' }])).raw).toEqual([
      { ...OWN, status_type: 'в обработке' },
    ]);
  });

  it('promises nothing after a creation and a change', async () => {
    const one = guest();
    const form = new FormData();
    form.append('email', 'a@example.org');
    const body = JSON.stringify({ data: { id: 57, application_status_history: [OWN] } });
    const headers = { 'content-type': 'application/json' };
    await one.hostResponds({ status: 201, headers, body, isOutside: true });
    const created = await (await one.visit('/api/v1/founders', { method: 'POST', body: form })).json();
    expect(readCreated(created)).toEqual({ id: '57', at: AT, isOfContract: false });
  });
});
