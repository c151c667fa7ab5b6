/** The progress of an upload on a slow line, as a whole and by file, and a broken connection on the way. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Locator } from 'playwright/test';
import { paddedPdf } from '../../fixtures/padded-pdf.ts';
import { specialist } from '../support/applicants.ts';
import { finishedDraft } from '../support/device.ts';
import { languageLink, sentence } from '../support/form.ts';
import { readReference } from '../support/journey.ts';
import { storeDraft } from '../support/kept-draft.ts';
import { words } from '../support/locale-words.ts';
import { expect, expectedErrors, test } from '../support/portal.ts';
import { send } from '../support/sending.ts';

test.afterAll(() => {
  expectedErrors.length = 0;
});

const LARGE = 100_000;

/** A connection to the portal that stalls with the first large body and can then be cut. */
async function wireTo(portal: string) {
  const { hostname, port } = new URL(portal);
  const ends = new Set<Socket>();
  let stood = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.pipe(other);
      end.on('error', () => other.destroy()).on('close', () => ends.delete(end));
    }
    near.on('data', () => {
      if (stood || near.bytesRead < LARGE) return;
      stood = true;
      near.unpipe(far).pause();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const cut = () => {
    for (const end of ends) end.destroy();
  };
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    close() {
      server.close();
      cut();
    },
  };
}

test('a submission shows its progress as a whole and by file, also after Back, and is repeated after the upload broke off', async ({
  page,
  storage,
  baseURL,
}) => {
  const wire = await wireTo(baseURL ?? '');
  expectedErrors.push(/Failed to load resource/);
  const email = `slow.${Date.now()}@example.org`;
  const draft = finishedDraft(specialist(email));
  const [scan] = draft.files;
  const { file4 } = draft.record.step1Data as Record<string, { size: number }>;
  if (!scan || !file4) throw new Error('the draft has no file');
  const large = Buffer.from(paddedPdf(9_000_000));
  scan.base64 = large.toString('base64');
  file4.size = large.length;
  await storeDraft(page, draft, wire.origin);
  await page.goto(`${wire.origin}/en/application`);
  const goToCheck = page.getByRole('link', { name: words('en', 'application', 'review.go') });
  await goToCheck.first().click();
  await send(page);

  const percentOf = (bar: Locator) => bar.evaluate((progress: HTMLProgressElement) => progress.position * 100);
  const files = page.getByRole('listitem').filter({ has: page.locator('progress') });
  const percent = (name: string) => percentOf(files.filter({ hasText: name }).locator('progress'));
  // The only one for assistive technology.
  const whole = page.getByRole('progressbar', { name: words('en', 'application', 'send.progress') });
  await expect.poll(() => percentOf(whole), { intervals: [50] }).toBeGreaterThan(10);
  expect(await percentOf(whole)).toBeLessThan(100);
  await expect(page.getByText(sentence('en', 'application', 'send.percent'))).toBeVisible();
  // The large scan is the first file sent; the others wait.
  expect(await percent('passport.pdf')).toBeGreaterThan(10);
  expect(await percent('passport.pdf')).toBeLessThan(100);
  expect(await percent('letter.pdf')).toBe(0);
  await expect(files.filter({ hasText: 'passport.pdf' })).toContainText(/\d+\u00a0%/);
  await expect(files).toHaveCount(draft.files.length);
  // Back leads to the overview, in this document, and the language can be changed there.
  await page.goBack();
  await expect(
    page.getByRole('heading', { level: 1, name: words('en', 'application', 'overview.title') }),
  ).toBeVisible();
  await expect(page.getByText(sentence('en', 'application', 'send.percent'))).toBeVisible();
  await expect(page.getByText(words('en', 'application', 'overview.ready'))).toHaveCount(0);
  expect(await percentOf(whole)).toBeGreaterThan(10);
  await languageLink(page, 'ru').click();
  await expect(page.getByText(sentence('ru', 'application', 'send.percent'))).toBeVisible();
  await languageLink(page, 'en').click();
  await expect(page.getByText(sentence('en', 'application', 'send.percent'))).toBeVisible();
  wire.cut();
  const reference = await readReference(page, 'en');
  const arrived = storage.DB.prepare("SELECT id FROM applicants WHERE fields ->> 'email' = ?").all(email);
  expect(arrived.map(({ id }) => id)).toEqual([reference]);
  wire.close();
});
