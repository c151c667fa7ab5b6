/** A form with a draft before its scripts are there: it shows what the device holds, and can be used. */
import { investor } from './support/applicants.ts';
import { finishedDraft, putDraft, storedRecord } from './support/device.ts';
import { holdScripts } from './support/hold.ts';
import { words } from './support/locale-words.ts';
import { expect, type Page, test } from './support/portal.ts';

const PERSON = '/ru/application';
const VISIT = '/ru/application/investor';

/** Puts the finished draft of an investor on the device, and its sign; `change` is laid over the record. */
async function keepDraft(page: Page, change: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  await page.goto('/ru/success/application');
  const draft = finishedDraft(investor('kept@example.org'));
  Object.assign(draft.record, { stepStatus: 2 }, change);
  await putDraft(page, draft);
  await page.evaluate(() => localStorage.setItem('draft', 'kept'));
  return draft.record;
}

/** Opens a page whose scripts are held back, and waits until the early scripts have done what they do. */
async function openEarly(page: Page, address: string): Promise<() => Promise<void>> {
  const release = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  return async () => {
    release();
    await expect(page.locator('[data-early], astro-island[ssr]')).toHaveCount(0);
  };
}

const named = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const chosen = (page: Page, name: string) => named(page, name).locator('option:checked');
const opening = (page: Page) => page.locator('.draft-gate__opening');
/** The form comes into sight in several frames (early-form-script.ts): waits for the last of them. */
const expectShown = (page: Page) => expect(page.locator('html[data-draft]')).toHaveCount(0);

/** Nothing of the form is seen, and none of it has come into the page. */
async function expectClosed(page: Page, name: string): Promise<void> {
  await expect(opening(page)).toBeVisible();
  // Longer than the database takes.
  await page.waitForTimeout(500);
  await expect(named(page, name)).toBeHidden();
  await expect(named(page, name)).toHaveValue('');
}

test('step 1 shows the draft before its scripts come, and nothing of it changes when they have come', async ({
  page,
}) => {
  const record = await keepDraft(page);
  // Whatever a box that can be seen holds at any moment.
  await page.addInitScript(() => {
    const seen: Record<string, string[]> = {};
    Object.assign(globalThis, { seen });
    const look = () => {
      for (const box of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.step-form [name]')) {
        if (!box.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
        const shown =
          box instanceof HTMLSelectElement
            ? (box.selectedOptions[0]?.text ?? '')
            : box.type === 'radio'
              ? String(box.checked)
              : box.value;
        const name = box.type === 'radio' ? box.id : box.name;
        seen[name] ??= [];
        const all = seen[name];
        if (box.type !== 'file' && all.at(-1) !== shown) all.push(shown);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const live = await openEarly(page, PERSON);

  await expect(named(page, 'surname')).toBeVisible();
  await expect(named(page, 'surname')).toHaveValue("O'Connor-Łukasz");
  await expect(page.locator('[id="gender.female"]')).toBeChecked();
  await expect(named(page, 'date_birth.year')).toHaveValue('1990');
  await expect(chosen(page, 'citizenship')).toHaveText('Польша');
  await expect(named(page, 'passport_number')).toHaveValue('EA1234567');
  await expect(named(page, 'email')).toHaveValue('kept@example.org');
  await expect(named(page, 'phone')).toHaveValue('+48 512 345 678');
  await expect(page.locator('label[for="file4"]')).toBeVisible();
  await expect(named(page, 'file4'), 'a file can be shown only by the live form').toBeHidden();
  await expect(opening(page)).toBeHidden();
  const places = () =>
    page.locator('.step-form [name]:not([type="file"])').evaluateAll((boxes) =>
      boxes.slice(0, 14).map((box) => {
        const { top, height } = box.getBoundingClientRect();
        return [Math.round(top), Math.round(height)];
      }),
    );
  await expectShown(page);
  const early = await places();

  await live();
  expect(await places()).toEqual(early);
  await expect(page.locator('#file4-about')).toContainText('passport.pdf');
  await expect(named(page, 'file4')).toBeVisible();
  await page.waitForTimeout(1500);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Record<string, string[]> }).seen);
  for (const [name, values] of Object.entries(seen)) expect(values.length, `${name}: ${values}`).toBeLessThan(2);
  expect(Object.keys(seen).length).toBeGreaterThan(15);
  expect(await storedRecord(page), 'nothing that was filled in counts as typed').toEqual(record);
});

test('on a phone a chosen file and a phone number have their height before their form is alive', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await keepDraft(page);
  const live = await openEarly(page, VISIT);
  const fields = page.locator('.step-form .field').filter({ has: page.locator('[type="file"], [type="tel"]') });
  const heights = () => fields.evaluateAll((all) => all.map((field) => field.getBoundingClientRect().height));
  await expect(page.locator('.file[data-waits]')).toHaveCount(3);
  await expectShown(page);
  const early = await heights();
  expect(early.length).toBeGreaterThan(4);
  await live();
  await expect(page.locator('.step-section:not([data-drawn])')).toHaveCount(0, { timeout: 15_000 });
  await expect(page.locator('.file[data-chosen]')).toHaveCount(3);
  expect(await heights()).toEqual(early);
});

test('step 2 shows the draft, and what it cannot show yet waits out of sight at its place', async ({ page }) => {
  const { step2Data } = await keepDraft(page);
  const live = await openEarly(page, VISIT);

  await expect(chosen(page, 'validity_time')).toHaveText('12 месяцев');
  await expect(chosen(page, 'formatted_address.region')).toHaveText('город Ташкент');
  await expect(named(page, 'formatted_address.street')).toHaveValue('ул. Амира Темура, 15');
  await expect(named(page, 'activity')).toHaveValue('Строим центр обработки данных.\nВкладываем в оборудование.');
  await expect(page.locator('[id="activity-count"]')).toHaveText('57 из 2000 символов');
  await expect(named(page, 'read_check')).toBeChecked();
  const waiting = ['formatted_address.district', 'file', 'file2', 'file3'];
  for (const name of waiting) await expect(named(page, name), name).toBeHidden();
  await expect(page.locator('[id="relatives_check.yes"]'), 'an answer without what it opens').toBeHidden();
  const boxes = ['validity_time', 'formatted_address.street', 'activity', 'phone_specialist'];
  const places = () => Promise.all(boxes.map((name) => named(page, name).boundingBox()));
  await expectShown(page);
  const early = await places();

  await live();
  expect(await places()).toEqual(early);
  await expect(page.locator('[id="activity-count"]')).toHaveText('57 из 2000 символов');
  for (const name of waiting) await expect(named(page, name), name).toBeVisible();
  await expect(named(page, 'formatted_address.district')).toHaveValue(
    (step2Data as { formatted_address: { district: string } }).formatted_address.district,
  );
  await expect(page.locator('#formatted_relatives\\.0')).toBeVisible();
  await expect(page.locator('#file-about')).toContainText('bank.pdf');

  await page.locator('.steps a').first().click();
  await expect(page.locator('h1')).toHaveText(words('ru', 'application', 'person.title'));
  await expect(named(page, 'surname')).toBeVisible();
  await expect(named(page, 'surname')).toHaveValue("O'Connor-Łukasz");
});

test('what is typed and chosen early wins over the draft, field by field, and the caret stays', async ({ page }) => {
  await keepDraft(page);
  let live = await openEarly(page, PERSON);
  await page.locator('label[for="gender.male"]').click();
  await named(page, 'date_birth.day').fill('9');
  await named(page, 'name').fill('Дилза');
  for (const _ of 'за') await page.keyboard.press('ArrowLeft');
  await live();
  await expect(named(page, 'name')).toBeFocused();
  await page.keyboard.type('но');
  await expect(named(page, 'name')).toHaveValue('Дилноза');
  await expect(page.locator('[id="gender.male"]')).toBeChecked();
  await expect(named(page, 'date_birth.day')).toHaveValue('9');
  const step1Data = { name: 'Дилноза', surname: "O'Connor-Łukasz", gender: 'male', citizenship: 'PL' };
  await expect
    .poll(() => storedRecord(page))
    .toMatchObject({ step1Data: { ...step1Data, date_birth: { day: '9', month: '02', year: '1990' } } });

  live = await openEarly(page, VISIT);
  await named(page, 'formatted_address.region').selectOption({ label: 'Бухарская область' });
  await page.locator('label[for="read_check"]').click();
  await live();
  await expect(named(page, 'read_check')).not.toBeChecked();
  await expect(chosen(page, 'formatted_address.region')).toHaveText('Бухарская область');
  await expect(named(page, 'formatted_address.district')).toHaveValue('');
  await expect
    .poll(() => storedRecord(page))
    .toMatchObject({ step2Data: { read_check: 'no', formatted_address: { region: '3', district: '' } } });
});

const DAY = 24 * 60 * 60 * 1000;
for (const [what, address, change] of [
  ['is for another type', '/ru/application/founder', {}],
  ['has no saved step 1', VISIT, { stepStatus: 0 }],
  ['stands at the review', `${VISIT}#review`, { stepStatus: 3 }],
  ['is of a newer portal', VISIT, { version: 2 }],
  ['has outlived its life', VISIT, { changedAt: new Date(Date.now() - 31 * DAY).toISOString() }],
] as const) {
  test(`a draft that ${what} is left to the scripts`, async ({ page }) => {
    await keepDraft(page, change);
    const live = await openEarly(page, address);
    await expectClosed(page, 'petitioner_name');
    await live();
    await expect(page.locator('.step-form')).toHaveCount(0);
  });
}

test('a draft that another tab is writing is not shown', async ({ page, context }) => {
  await keepDraft(page);
  const other = await context.newPage();
  await other.goto(PERSON);
  await expect(other.locator('#file4-about')).toBeVisible();
  const live = await openEarly(page, VISIT);
  await expectClosed(page, 'project');
  await live();
  await expect(page.locator('.notice')).toContainText(words('ru', 'application', 'draft.elsewhere.title'));
});

test('a database that is not there is not made, and one without its store is left alone', async ({ page }) => {
  const release = await holdScripts(page);
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await page.goto(VISIT, { waitUntil: 'commit' });
  await expectClosed(page, 'project');
  expect(await names()).toEqual([]);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('it-visa-draft');
        request.onsuccess = () => resolve(request.result.close());
      }),
  );
  await page.reload({ waitUntil: 'commit' });
  await expectClosed(page, 'project');
  release();
});

test('a reload and a language switch before the scripts come show the draft again', async ({ page }) => {
  await keepDraft(page);
  const live = await openEarly(page, PERSON);
  await expect(named(page, 'surname')).toBeVisible();
  await page.reload({ waitUntil: 'commit' });
  await expect(named(page, 'surname')).toHaveValue("O'Connor-Łukasz");
  await expect(named(page, 'surname')).toBeVisible();
  await page.locator('language-switch a[hreflang="en"]').click();
  await page.waitForURL('**/en/application', { waitUntil: 'commit' });
  await expect(chosen(page, 'citizenship')).toHaveText('Poland');
  await page.goBack({ waitUntil: 'commit' });
  await expect(chosen(page, 'citizenship')).toHaveText('Польша');
  await live();
  await expect(chosen(page, 'citizenship')).toHaveText('Польша');
  await page.locator('.steps a[href*="investor"]').click();
  await expect(named(page, 'project')).toHaveValue('Центр обработки данных');
  await expect(named(page, 'project')).toBeVisible();
});

/** Lets the database answer only one of the two that ask for it: the head first, the form itself afterwards. */
async function silence(page: Page, whom: 'head' | 'form'): Promise<void> {
  await page.addInitScript((whom) => {
    const open = IDBFactory.prototype.open;
    let asked = 0;
    IDBFactory.prototype.open = function (...request) {
      asked += 1;
      return (asked === 1) === (whom === 'head') ? ({} as IDBOpenDBRequest) : open.apply(this, request);
    };
  }, whom);
}

test('where the early script cannot read the draft, the form keeps its place until it is alive', async ({ page }) => {
  await keepDraft(page);
  await silence(page, 'head');
  const live = await openEarly(page, PERSON);
  await expectClosed(page, 'surname');
  const height = () => page.locator('.draft-gate').evaluate((gate) => gate.getBoundingClientRect().height);
  const reserved = await height();
  await live();
  await expect(named(page, 'passport_number')).toHaveValue('EA1234567');
  await expect(named(page, 'surname')).toBeVisible();
  await expect(opening(page)).toHaveCount(0);
  expect(reserved).toBeGreaterThan((await height()) / 2);
});

test('a form that comes to life without its draft shows no empty box meanwhile', async ({ page }) => {
  await keepDraft(page);
  // The head is answered, the form itself is not.
  await silence(page, 'form');
  const release = await holdScripts(page);
  await page.goto(PERSON, { waitUntil: 'commit' });
  await expect(named(page, 'surname')).toHaveValue("O'Connor-Łukasz");
  release();
  await expect(opening(page)).toBeVisible();
  await expect(named(page, 'surname')).toBeHidden();
});
