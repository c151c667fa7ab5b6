/** The mail about a visa: its document, as it is on the day the mail is sent. */
import { beforeAll, describe, expect, it } from 'vitest';
import adminEn from '../../../locales/admin/en.json' with { type: 'json' };
import adminRu from '../../../locales/admin/ru.json' with { type: 'json' };
import en from '../../../locales/employee/en.json' with { type: 'json' };
import ru from '../../../locales/employee/ru.json' with { type: 'json' };
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { typesetAll } from '../../../src/domain/i18n/typography.ts';
import { createApplication, dateInDays, newEmail, shortValues } from './support/applications.ts';
import { desk, deskWith } from './support/desk.ts';
import { bindings, mails, migrate, type SentMail } from './support/host.ts';

beforeAll(migrate);

const ILLEGIBLE = /{{|undefined|\bnull\b/;

interface Issued {
  from: number;
  to: number;
  locale?: Locale;
  characters?: string;
  values?: Parameters<typeof shortValues>[0];
}

/** Issues a visa from one day to another, both counted from today. @returns number of the application, and its mail */
async function issue({ from, to, locale = 'en', characters = '', values = {} }: Issued) {
  const { id } = await createApplication({
    type: 'founder',
    values: shortValues({ email: newEmail(), surname: 'Sample', ...values }),
    headers: { 'Accept-Language': locale },
  });
  const own = deskWith({ operator: { env: { ...bindings, VISA_PASSPORT_CHARACTERS: characters } } });
  for (const status of ['in_review', 'approved']) await own('set', id, status, '--now');
  mails.length = 0;
  await own('set', id, 'visa_issued', '--from', dateInDays(from), '--to', dateInDays(to), '--now');
  return { id, mail: onlyMail() };
}

function onlyMail(): SentMail {
  expect(mails).toHaveLength(1);
  const [mail] = mails.splice(0);
  if (!mail) throw new Error('no mail');
  return mail;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function expectBoth({ text, html }: SentMail, ...sentences: string[]): void {
  for (const sentence of sentences) {
    expect(text).toContain(sentence);
    expect(html).toContain(escaped(sentence));
  }
  expect(text).not.toMatch(ILLEGIBLE);
  expect(html).not.toMatch(ILLEGIBLE);
}

describe.each(LOCALES)('the mail about a visa in %s', (locale) => {
  const words = typesetAll({ ru, en }[locale]);
  const check = typesetAll({ ru: adminRu, en: adminEn }[locale].mail.visa).check;

  it('has verdict, holder, type, days, code, and the time of the check', async () => {
    const { mail } = await issue({ from: -5, to: 300, locale });
    const code = /employee-visa\/(\w+)/.exec(mail.text)?.[1] ?? 'no code';
    expectBoth(mail, words.state.valid, 'Sample Anna-Maria', words.types.founder, code);
    for (const label of [words.holder, words.type, words.validity, words.code])
      expect(mail.text).toContain(`${label}: `);
    expectBoth(mail, words.checked.split('{{')[0] ?? '', check);
    expect(mail.text).toMatch(/✓ /);
    expect(mail.html).toContain('✓');
  });

  it.each([
    { name: 'not yet valid', days: { from: 20, to: 300 }, verdict: words.state.future, sign: '○' },
    {
      name: 'ending',
      days: { from: -300, to: 12 },
      verdict: /остал[а-я]+ 1[123] дн|1[123] days left/,
      sign: '!',
    },
    { name: 'expired', days: { from: -300, to: -3 }, verdict: words.state.expired, sign: '✕' },
  ])('has the verdict of a visa that is $name', async ({ days, verdict, sign }) => {
    const { mail } = await issue({ ...days, locale });
    for (const form of [mail.text, mail.html.replaceAll('&nbsp;', ' ')]) {
      const plain = (text: string) => text.replaceAll('\u00a0', ' ');
      expect(plain(form)).toMatch(typeof verdict === 'string' ? plain(verdict) : verdict);
      expect(form).toContain(sign);
    }
  });

  it('is that of a revoked visa once it is sent again after the revocation', async () => {
    const { id } = await issue({ from: -5, to: 300, locale });
    await desk('set', id, 'visa_revoked', '--note', 'x', '--now');
    const { id: mailId } = (await bindings.DB.prepare("SELECT id FROM mails WHERE applicant_id = ? AND kind = 'visa'")
      .bind(id)
      .first<{ id: string }>()) ?? { id: '' };
    mails.length = 0;
    await desk('resend', mailId);
    const mail = onlyMail();
    expectBoth(mail, words.state.revoked, words.detail.revoked, 'Sample Anna-Maria');
    for (const form of [mail.text, mail.html]) {
      expect(form).not.toContain(check);
    }
    expect(mail.attachments?.map(({ filename }) => filename)).toEqual(['visa.gif']);
  });

  it("shows the end of the passport number only where the owner's setting says so", async () => {
    const values = { passport_number: 'AB1234567' };
    const shown = await issue({ from: -5, to: 300, locale, characters: '4', values });
    expectBoth(shown.mail, words.passport, '••••• 4567');
    const hidden = await issue({ from: -5, to: 300, locale, values: { passport_number: 'AB7654321' } });
    for (const form of [hidden.mail.text, hidden.mail.html]) {
      expect(form).not.toContain('4321');
      expect(form).not.toContain(`${words.passport}:`);
    }
  });
});
