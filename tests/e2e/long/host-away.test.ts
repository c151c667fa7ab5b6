/** The admin host is killed while the gateway stays up: what the applicant sees, and what is stored. */
import { specialist } from '../support/applicants.ts';
import { finishedDraft, storedEntries } from '../support/device.ts';
import { startFaultyLine } from '../support/faulty-line.ts';
import { readReference } from '../support/journey.ts';
import { words } from '../support/locale-words.ts';
import { startPortal } from '../support/own-portal.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { openReview, send } from '../support/sending.ts';
import { expectStored } from '../support/stored.ts';

test.afterAll(() => {
  expectedErrors.length = 0;
});

test('an admin host killed before its response has one application after its restart', async ({ page }) => {
  expectedErrors.push(/Failed to load resource/);
  const starting = startPortal();
  // Of the contract, so that it takes the version of the terms.
  process.env.HOST_PROFILE = 'tests/contract/profiles/own-parts.json';
  const line = await startFaultyLine(starting.then(({ origin }) => origin));
  const [host, gateway] = await Promise.all([starting, startPortal(line.origin)]);
  delete process.env.HOST_PROFILE;
  try {
    const statuses: number[] = [];
    const asked: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/specialists-visa')) statuses.push(response.status());
      if (response.url().endsWith('/check-email')) asked.push(response.status());
    });
    let back = Promise.resolve();
    line.faults.push(async ({ deliver, cut }) => {
      expect((await deliver()).status).toBe(201);
      await host.kill();
      cut();
      back = expect
        .poll(() => asked.length)
        .toBeGreaterThan(0)
        .then(host.restart);
    });
    const applicant = specialist(`away.${Date.now()}@example.org`);
    const draft = finishedDraft(applicant);
    await openReview(page, draft, gateway.origin);
    await send(page);

    await expect(page.getByText(words('en', 'application', 'send.checking'))).toBeVisible();
    expect(Object.keys(await storedEntries(page))).toHaveLength(draft.files.length + 1);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await back;

    const reference = await readReference(page, 'en');
    // Nothing is sent again before the host is back and has shown support for keys.
    expect(statuses).toEqual([502, 201]);
    expect(asked).toEqual([...asked.slice(0, -1).map(() => 502), 200]);
    expect(new Set(line.keys).size).toBe(1);
    const storage = await host.storage();
    expect(
      storage.DB.prepare('SELECT id FROM applicants')
        .all()
        .map(({ id }) => id),
    ).toEqual([reference]);
    await expectStored(storage, reference, applicant);
    expect(await storedEntries(page)).toEqual({});
  } finally {
    await Promise.all([gateway.stop(), line.close(), host.stop()]);
  }
});
