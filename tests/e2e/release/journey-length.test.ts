/**
 * How long the shortest whole application is: a specialist on a phone who photographs the passport, and has no relatives or trips.
 * A tap is a press, the choice of a box, or each half of a list or a file: to open it and to choose. A date is typed as one number.
 */
import { DEFAULT_TYPE } from '../../../src/domain/application/types.ts';
import { setOwnNetwork } from '../support/account.ts';
import { dateFromToday, PASSWORD } from '../support/applicants.ts';
import { fillControl } from '../support/fill.ts';
import { saveButton } from '../support/form.ts';
import { readReference, startAs } from '../support/journey.ts';
import { words } from '../support/locale-words.ts';
import { confirmButton } from '../support/passport-photo.ts';
import { expect, open, type Page, test } from '../support/portal.ts';
import { sendButton } from '../support/sending.ts';

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

class Counter {
  taps = 0;
  characters = 0;
  readonly screens = new Set<string>();
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
    page.on('framenavigated', (frame) => {
      const { pathname } = new URL(frame.url());
      if (frame === page.mainFrame() && pathname !== 'blank') this.screens.add(pathname);
    });
  }

  async tap(act: () => Promise<unknown>, taps = 1): Promise<void> {
    await act();
    this.taps += taps;
  }

  async type(answers: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(answers)) {
      await this.tap(() => fillControl(this.page, name, text));
      this.characters += text.length;
    }
  }

  /** Dates as `YYYY-MM-DD`, typed into the first box. */
  async typeDates(dates: Record<string, string>): Promise<void> {
    for (const [name, date] of Object.entries(dates)) {
      const text = date.split('-').reverse().join('');
      await this.tap(() => this.page.locator(`[name="${name}.day"]`).fill(text));
      this.characters += text.length;
      await this.page.locator(`[name="${name}.day"]`).blur();
      await expect(this.page.locator(`[name="${name}.year"]`)).toHaveValue(date.slice(0, 4));
    }
  }

  /** From lists, and files. */
  async choose(answers: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(answers)) await this.tap(() => fillControl(this.page, name, value), 2);
  }

  async save(): Promise<void> {
    const { pathname } = new URL(this.page.url());
    await this.tap(() => saveButton(this.page, 'en').click());
    await this.page.waitForURL((url) => url.pathname !== pathname);
  }
}

test('a specialist on a phone applies in at most 15 screens, 60 taps and 240 typed characters', async ({ page }) => {
  await setOwnNetwork(page);
  const me = new Counter(page);
  const copy = (key: string) =>
    me.tap(() => page.getByRole('button', { name: words('en', 'application', key) }).click());
  await open(page, 'en', '/');
  await me.tap(() =>
    page
      .getByRole('link', { name: words('en', 'home', 'hero.apply') })
      .first()
      .click(),
  );
  await page.waitForURL('**/type/application');
  await me.tap(() => startAs(page, 'en', DEFAULT_TYPE), 2);

  await me.choose({ file4: 'passport-photo.jpg' });
  await me.tap(() => confirmButton(page, 'en').click());
  await me.typeDates({ passport_date: '2020-09-29' });
  await me.save();
  await me.tap(() => confirmButton(page, 'en').click());
  await me.save();
  await me.type({ email: `w.${Date.now()}@example.org`, phone: '+97433123456' });
  await me.save();
  await me.choose({ file5: 'photo-clean.jpg', resume_file: 'resume.pdf' });
  await me.save();

  const [from, to] = [dateFromToday(0, 60), dateFromToday(1, 30)];
  await me.choose({ validity_time: '12' });
  await me.typeDates({ planned_length_stay_from: from, planned_length_stay_to: to });
  await me.choose({ 'formatted_address.region': '14' });
  // The district is chosen with the region.
  await me.tap(() => Promise.resolve(), 2);
  await me.type({ 'formatted_address.street': 'Navoi 12' });
  await me.save();
  await me.type({ company_name: 'Blue Dome LLC' });
  await me.choose({ 'employer_address.region': '14' });
  await me.tap(() => Promise.resolve(), 2);
  await me.type({ 'employer_address.street': 'Amir Temur 56', phone_specialist: '+998712345678' });
  await copy('copy.stay');
  await me.save();
  await me.type({
    ...{ applicant_fio: 'Karimova Dilnoza', applicant_position: 'HR manager' },
    applicant_phone_number: '+998901234567',
  });
  await me.save();
  await copy('copy.contact-person');
  await me.type({ petitioner_position: 'Director' });
  await me.save();
  await me.choose({ file: 'bank.pdf', file2: 'certificate.pdf', file3: 'letter.pdf' });
  await me.save();
  await me.save();
  await me.save();

  await me.tap(() => fillControl(page, 'read_check', 'yes'));
  await me.type({ password: PASSWORD });
  await me.tap(() => sendButton(page).click());
  await readReference(page, 'en');
  const { taps, characters } = me;
  const screens = me.screens.size;
  test
    .info()
    .annotations.push({ type: 'journey', description: `${screens} screens, ${taps} taps, ${characters} characters` });
  process.stdout.write(`${screens} screens, ${taps} taps, ${characters} characters\n`);
  expect.soft(screens, 'screens').toBeLessThanOrEqual(15);
  expect.soft(taps, 'taps').toBeLessThanOrEqual(60);
  expect.soft(characters, 'characters').toBeLessThanOrEqual(240);
});
