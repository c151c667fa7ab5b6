/** What applicants read in their mail: every mail of the host, in both languages, as plain text and as HTML. */
import { beforeAll, describe, expect, it } from 'vitest';
import { appendStatus } from '../../../functions/admin/store/statuses.ts';
import en from '../../../locales/admin/en.json' with { type: 'json' };
import ru from '../../../locales/admin/ru.json' with { type: 'json' };
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import {
  created,
  formOf,
  newEmail,
  readRecord,
  tokenOf,
  validValues,
  type WireRecord,
} from './support/applications.ts';
import { desk } from './support/desk.ts';
import { bindings, call, mails, migrate, type SentMail } from './support/host.ts';

beforeAll(migrate);

const WORDS: Record<Locale, typeof ru.mail> = { ru: ru.mail, en: en.mail };
/** From 2027-01-10 to 2028-01-09. */
const VISA_DATES: Record<Locale, { from: string; to: string }> = {
  ru: { from: '10 января 2027', to: '9 января 2028' },
  en: { from: '10 January 2027', to: '9 January 2028' },
};
const filled = (sentence: string, values: Record<string, string>) =>
  sentence.replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '');

/** The only mail since the last one was taken. */
function take(): SentMail {
  expect(mails).toHaveLength(1);
  const [mail] = mails.splice(0);
  if (!mail) throw new Error('no mail');
  return mail;
}

/** Both forms say the same, whole, in one language, to the right person. */
function expectMail(mail: SentMail, locale: Locale, to: string, subject: string, sentences: string[]): void {
  const { greeting, sender, signature } = WORDS[locale];
  expect(mail).toMatchObject({ to, subject, from: { email: bindings.MAIL_FROM, name: sender } });
  expect(mail.html).toMatch(new RegExp(`^<!doctype html><html lang="${locale}">[\\s\\S]*</html>$`));
  const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  let [atText, atHtml] = [-1, -1];
  for (const sentence of [greeting, ...sentences, signature]) {
    const [nextText, nextHtml] = [mail.text.indexOf(sentence), mail.html.indexOf(escaped(sentence))];
    expect(nextText, sentence).toBeGreaterThan(atText);
    expect(nextHtml, sentence).toBeGreaterThan(atHtml);
    [atText, atHtml] = [nextText, nextHtml];
  }
  for (const form of [mail.subject, mail.text, mail.html]) {
    expect(form).not.toMatch(/{{|}}|undefined|\b(mail|status)\.\w/);
    if (locale === 'en') expect(form).not.toMatch(/[а-яё]/i);
  }
  if (locale === 'ru') for (const form of [mail.subject, mail.text]) expect(form).toMatch(/[а-яё]{4}/i);
  for (const address of mail.text.match(/https?:\S+/g) ?? []) {
    expect(address).toMatch(new RegExp(`^${bindings.PORTAL_ORIGIN}/${locale}/`));
    expect(mail.html).toContain(`<a href="${address}">${address}</a>`);
  }
}

describe.each(LOCALES)('in %s', (locale) => {
  const words = WORDS[locale];
  const applied = (email = newEmail()): Promise<WireRecord> =>
    created({ type: 'founder', values: validValues({ email }), headers: { 'Accept-Language': locale } });
  const recordOf = async (id: string) => readRecord(await tokenOf(id));
  const profile = `${bindings.PORTAL_ORIGIN}/${locale}/profile/status?from=mail`;

  it('an application is confirmed with its number and what comes next', async () => {
    mails.length = 0;
    const { id, email } = await applied();
    const { subject, intro, next, follow } = words.received;
    expectMail(take(), locale, email, filled(subject, { id }), [intro, id, next, follow, profile]);
  });

  it('a reset code comes with how long it works and whom to tell it: nobody; the new password is reported', async () => {
    const { email } = await applied();
    mails.length = 0;
    // The language is the applicant's, whatever the page was in that asked.
    const headers = { 'Accept-Language': locale === 'ru' ? 'en' : 'ru' };
    await call('/forgot-password-token', { json: { email }, headers });
    const mail = take();
    const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
    const { subject, intro, use, other } = words.code;
    expectMail(mail, locale, email, subject, [intro, code, use, other]);
    expect(mail.subject).not.toContain(code);

    const json = { email, code, password: 'blue lantern on the roof' };
    expect((await call('/forgot-password-by-code', { json, headers })).status).toBe(200);
    const changed = words.passwordChanged;
    const way = `${bindings.PORTAL_ORIGIN}/${locale}/auth/reset/password`;
    expectMail(take(), locale, email, changed.subject, [changed.intro, changed.other, way]);
  });

  it('a new address of mail is told to the old one', async () => {
    const { id, email } = await applied();
    await desk('set', id, 'in_review', '--now');
    await desk('set', id, 'changes_requested', '--note', 'x', '--now');
    mails.length = 0;
    const body = formOf('founder', validValues({ email: newEmail() }));
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
    const told = mails.filter(({ to }) => to === email);
    expect(told).toHaveLength(1);
    const { subject, intro, back, after, other } = words.emailChanged;
    const page = `${bindings.PORTAL_ORIGIN}/${locale}/auth/restore/email#`;
    expectMail(told[0] as SentMail, locale, email, subject, [intro, back, page, after]);
    // A second change has no way back of its own.
    const left = validValues({ email: newEmail() });
    const between = (await recordOf(id)).email;
    mails.length = 0;
    await appendStatus(bindings.DB, { applicantId: id, status: 'changes_requested', note: 'x', now: Date.now() });
    const again = formOf('founder', left);
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body: again })).status).toBe(200);
    expectMail(mails.find(({ to }) => to === between) as SentMail, locale, between, subject, [intro, other]);
    mails.length = 0;
    const token = /#([\w-]{43})/.exec(told[0]?.text ?? '')?.[1];
    await call('/restore-email', { json: { token } });
    const { emailRestored } = words;
    const sentences = [emailRestored.intro, emailRestored.other];
    expectMail(take(), locale, left.email, emailRestored.subject, sentences);
  });

  it('each status is told with what it means, and the comment as it was written', async () => {
    const note = 'Скан <размыт> & "мал"'.replace(/[а-яё]+/gi, locale === 'ru' ? '$&' : 'blurred');
    const { id, email } = await applied();
    const refused = await applied();
    mails.length = 0;
    const { subject, intro, follow } = words.status;
    const says = (status: keyof typeof words.status, to = email, of = id) =>
      expectMail(take(), locale, to, filled(subject, { id: of }), [
        filled(intro, { id: of }),
        words.status[status],
        filled(words.status.note, { note }),
        follow,
        profile,
      ]);
    for (const status of ['in_review', 'changes_requested', 'in_review', 'approved'] as const) {
      await desk('set', id, status, '--note', note, '--now');
      says(status);
    }
    await desk('set', refused.id, 'in_review', '--note', note, '--now');
    says('in_review', refused.email, refused.id);
    await desk('set', refused.id, 'rejected', '--note', note, '--now');
    says('rejected', refused.email, refused.id);
  });

  it('a visa reaches its holder: dates, code, page, QR code and a calendar file', async () => {
    const note = 'Welcome to Uzbekistan';
    const { id, email } = await applied();
    for (const status of ['in_review', 'approved']) await desk('set', id, status, '--now');
    mails.length = 0;
    await desk('visa', id, '--from', '2027-01-10', '--to', '2028-01-09', '--note', note, '--now');
    const mail = take();
    const { visa: issued } = await recordOf(id);
    const said = words.visa;
    const page = `${bindings.PORTAL_ORIGIN}/${locale}/employee-visa/${issued?.code}`;
    expectMail(mail, locale, email, filled(said.subject, { id }), [
      filled(said.intro, { id }),
      filled(said.validity, VISA_DATES[locale]),
      issued?.code ?? 'no code',
      said.page,
      page,
      filled(words.status.note, { note }),
      said.collect,
      profile,
    ]);
    const [qr, calendar] = mail.attachments ?? [];
    expect(mail.html).toContain(`<img src="cid:${qr?.contentId}" alt="${said.qr}">`);
    expect(qr).toMatchObject({ disposition: 'inline', type: 'image/gif' });
    expect(calendar).toMatchObject({ disposition: 'attachment', filename: 'visa.ics' });
    expect(calendar?.content).toContain('DTSTART;VALUE=DATE:20280109');
    expect(calendar?.content).toContain(said.ends);
  });

  it('an application that is sent again after a refusal is told as such', async () => {
    const { id, email } = await applied();
    await desk('set', id, 'in_review', '--now');
    await desk('set', id, 'rejected', '--note', 'x', '--now');
    mails.length = 0;
    const body = formOf('founder', validValues({ email }));
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
    const { subject, intro, submitted, follow } = words.status;
    expectMail(take(), locale, email, filled(subject, { id }), [filled(intro, { id }), submitted, follow, profile]);
  });
});
