/** Every mail of the host to applicants, in both languages, as plain text and as HTML. */
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../../locales/admin/en.json' with { type: 'json' };
import ru from '../../../locales/admin/ru.json' with { type: 'json' };
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { typeset, typesetAll } from '../../../src/domain/i18n/typography.ts';
import {
  confirmAddress,
  createApplication,
  formOf,
  newEmail,
  PASSWORD,
  readRecord,
  shortValues,
  tokenOf,
  type WireRecord,
} from './support/applications.ts';
import { desk } from './support/desk.ts';
import { bindings, call, mails, migrate, type SentMail } from './support/host.ts';

beforeAll(migrate);

const WORDS: Record<Locale, typeof en.mail> = typesetAll({ ru: ru.mail, en: en.mail });
/** From 2027-01-10 to 2028-01-09. */
const VISA_DATES: Record<Locale, string> = {
  ru: typeset('с 10 января 2027 по 9 января 2028'),
  en: '10 January 2027 to 9 January 2028',
};
const filled = (sentence: string, values: Record<string, string>) =>
  sentence.replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '');

/** Addresses that were confirmed; mails to others do not name the applicant. */
const confirmed = new Set<string>();

/** Returns the only unread mail and clears the list. */
function take(): SentMail {
  expect(mails).toHaveLength(1);
  const [mail] = mails.splice(0);
  if (!mail) throw new Error('no mail');
  return mail;
}

/**
 * Expects both forms of a mail to have the same content in one language, with recipient, title, at most one button, and
 * contacts.
 */
function expectMail(mail: SentMail, locale: Locale, to: string, subject: string, sentences: string[]): void {
  const { greeting: plain, greetingName, sender, signature, inside } = WORDS[locale];
  const greeting = confirmed.has(to) ? filled(greetingName, { name: 'Anna-Maria' }) : plain;
  const contact = filled(inside, { phone: '1345' });
  expect(mail).toMatchObject({ to, subject, from: { email: bindings.MAIL_FROM, name: sender } });
  expect(mail.html).toMatch(new RegExp(`^<!doctype html><html lang="${locale}">[\\s\\S]*</html>$`));
  const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  let [atText, atHtml] = [-1, -1];
  const form = `${bindings.PORTAL_ORIGIN}/${locale}/help/contact`;
  for (const sentence of [greeting, ...sentences, ...(sentences.includes(form) ? [] : [form]), contact, signature]) {
    const [nextText, nextHtml] = [mail.text.indexOf(sentence), mail.html.indexOf(escaped(sentence))];
    expect(nextText, sentence).toBeGreaterThan(atText);
    expect(nextHtml, sentence).toBeGreaterThan(atHtml);
    [atText, atHtml] = [nextText, nextHtml];
  }
  for (const form of [mail.subject, mail.text, mail.html]) {
    expect(form).not.toMatch(/{{|undefined|\b(mail|status)\.\w/);
    if (locale === 'en') expect(form).not.toMatch(/[а-яё]/i);
  }
  if (locale === 'ru') for (const form of [mail.subject, mail.text]) expect(form).toMatch(/[а-яё]{4}/i);
  // Typeset, except what is copied or searched for.
  for (const form of [mail.text, mail.html]) {
    if (locale === 'ru') expect(form).toMatch(/[^а-яё][а-яё]{1,3}\u00a0[а-яё]/i);
    expect(form.match(/\S*(?:@|:\/\/)[^\s<]*/g)?.filter((address) => /[\u00a0\u2011]/.test(address)) ?? []).toEqual([]);
  }
  expect(mail.subject).not.toMatch(/[\u00a0\u2011]/);
  for (const address of mail.text.match(/https?:\S+/g) ?? []) {
    expect(address).toMatch(new RegExp(`^${bindings.PORTAL_ORIGIN}/${locale}/`));
    expect(mail.html).toContain(`href="${address}">${address}</a>`);
  }
  expect(mail.html).not.toMatch(/(?:src|href|url)[=(]["']?(?:https?:)?\/\/(?!localhost)/);
  expect(mail.html.match(/<h1/g)).toHaveLength(1);
  // The button and its copyable address, the form for messages, and in the first mail the confirmation link.
  const links = (mail.html.match(/<a /g) ?? []).length;
  expect(links).toBeLessThanOrEqual(mail.text.includes('/auth/confirm/email#') ? 4 : 3);
  expect(mail.html.match(/padding:13px 22px/g)).toHaveLength(1);
}

describe.each(LOCALES)('mails in %s', (locale) => {
  const words = WORDS[locale];
  const unconfirmed = (email = newEmail()): Promise<WireRecord> =>
    createApplication({ type: 'founder', values: shortValues({ email }), headers: { 'Accept-Language': locale } });
  const applied = async (email = newEmail()): Promise<WireRecord> => {
    const record = await unconfirmed(email);
    await confirmAddress(mails.at(-1)?.text);
    confirmed.add(email);
    return record;
  };
  const recordOf = async (id: string) => readRecord(await tokenOf(id));
  const profile = `${bindings.PORTAL_ORIGIN}/${locale}/profile/status?from=mail`;
  const form = `${bindings.PORTAL_ORIGIN}/${locale}/help/contact`;
  const expectNumber = ({ text, html }: SentMail, id: string) => {
    for (const shown of [text, html]) expect(shown).toContain(filled(words.about, { id }));
  };

  it('the mail of a creation has the number and the next steps', async () => {
    mails.length = 0;
    const { id, email } = await unconfirmed();
    const { subject, title, intro, next, confirm } = words.received;
    const mail = take();
    const confirmLink = `${bindings.PORTAL_ORIGIN}/${locale}/auth/confirm/email#`;
    expectMail(mail, locale, email, filled(subject, { id }), [intro, next, confirm, confirmLink, profile]);
    expectNumber(mail, id);
    expect(mail.text).toContain(title);
    // The steps: it is sent; then each stage, and when it normally ends.
    expect(mail.text).toContain(`- ${words.stages.submitted}: ${words.wayDone}, `);
    for (const stage of [words.firstCheck, words.stages.in_review, words.stages.approved, words.stages.visa_issued])
      expect(mail.text).toMatch(new RegExp(`- ${stage}: .*${filled(words.wayDue, { date: '' }).trim()}`));
  });

  it('the mail with a reset code has its rules, and the new password is reported by mail', async () => {
    const { id, email } = await applied();
    mails.length = 0;
    const headers = { 'Accept-Language': locale };
    await call('/forgot-password-token', { json: { email }, headers });
    const mail = take();
    const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
    const { subject, intro, use, other } = words.code;
    const newPassword = `${bindings.PORTAL_ORIGIN}/${locale}/auth/new/password#`;
    expectMail(mail, locale, email, subject, [intro, code, use, newPassword, other]);
    // Mail programs may break a longer line (RFC 2045, section 6.7).
    expect(mail.text.split('\n').find((line) => line.startsWith(newPassword))?.length).toBeLessThanOrEqual(76);
    expectNumber(mail, id);
    expect(mail.subject).not.toContain(code);

    const json = { email, code, password: 'blue lantern on the roof' };
    expect((await call('/forgot-password-by-code', { json, headers })).status).toBe(200);
    const changed = words.passwordChanged;
    const way = `${bindings.PORTAL_ORIGIN}/${locale}/auth/reset/password`;
    const report = take();
    expectMail(report, locale, email, changed.subject, [changed.intro, changed.other, way]);
    expectNumber(report, id);
  });

  it('mails follow the language in which the account was last used, and a code that of the page that asks for it', async () => {
    const other = locale === 'ru' ? 'en' : 'ru';
    const headers = { 'Accept-Language': other };
    const email = newEmail();
    const { id } = await applied(email);
    mails.length = 0;
    // Anyone may ask for a code: that changes the account's language for no other mail.
    await call('/forgot-password-token', { json: { email }, headers });
    expectMail(take(), other, email, WORDS[other].code.subject, [WORDS[other].code.intro]);
    await desk('set', id, 'in_review', '--now');
    expect(take().subject).toBe(filled(words.subject.in_review, { id }));
    const signedIn = await call('/user-login', { json: { email, password: PASSWORD }, headers });
    const { token } = (await signedIn.json()) as { token: string };
    await desk('set', id, 'changes_requested', '--note', 'x', '--now');
    expect(take().subject).toBe(filled(WORDS[other].subject.changes_requested, { id }));
    // A language that the portal lacks is no choice, and another page of the same session is one.
    await call('/user', { token, headers: { 'Accept-Language': 'de' } });
    expect((await readRecord(token)).id).toBe(id);
    await call('/user', { token, headers: { 'Accept-Language': locale } });
    await desk('set', id, 'in_review', '--now');
    expect(take().subject).toBe(filled(words.subject.in_review, { id }));
  });

  it('a changed email address is reported to the old address', async () => {
    const { id, email } = await applied();
    await desk('set', id, 'in_review', '--now');
    await desk('set', id, 'changes_requested', '--note', 'x', '--now');
    mails.length = 0;
    const body = formOf('founder', shortValues({ email: newEmail() }));
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
    const told = mails.filter(({ to }) => to === email);
    expect(told).toHaveLength(1);
    const { subject, intro, back, after, other } = words.emailChanged;
    // The address is no longer that of the application.
    confirmed.delete(email);
    const page = `${bindings.PORTAL_ORIGIN}/${locale}/auth/restore/email#`;
    expectMail(told[0] as SentMail, locale, email, subject, [intro, back, page]);
    expect((told[0] as SentMail).text).toContain(after);
    expectNumber(told[0] as SentMail, id);
    // A second change sends no further restore link.
    const left = shortValues({ email: newEmail() });
    const between = (await recordOf(id)).email;
    mails.length = 0;
    await desk('set', id, 'changes_requested', '--note', 'x');
    const again = formOf('founder', left);
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body: again })).status).toBe(200);
    const second = mails.find(({ to }) => to === between) as SentMail;
    expectMail(second, locale, between, subject, [intro, other, form]);
    expectNumber(second, id);
    mails.length = 0;
    const token = /#([\w-]{43})/.exec(told[0]?.text ?? '')?.[1];
    await call('/restore-email', { json: { token } });
    const { emailRestored } = words;
    const restored = take();
    const sentences = [emailRestored.intro, emailRestored.other, form];
    expectMail(restored, locale, left.email, emailRestored.subject, sentences);
    expectNumber(restored, id);
  });

  it('the mail of a requested confirmation link has the link', async () => {
    const { id, email } = await unconfirmed();
    await bindings.DB.prepare('UPDATE email_confirmations SET sent_at = 0 WHERE applicant_id = ?').bind(id).run();
    mails.length = 0;
    await call('/user/email-confirmation', { method: 'POST', token: await tokenOf(id) });
    const { subject, intro, other } = words.emailConfirm;
    const link = `${bindings.PORTAL_ORIGIN}/${locale}/auth/confirm/email#`;
    expectMail(take(), locale, email, filled(subject, { id }), [intro, link, other]);
  });

  it('a deletion request is confirmed with its last day, and declined with the reason', async () => {
    const { id, email } = await applied();
    mails.length = 0;
    await call('/user/deletion-request', { method: 'POST', token: await tokenOf(id) });
    const { deletionAsked, deletionDeclined } = words;
    const account = `${bindings.PORTAL_ORIGIN}/${locale}/profile?from=mail`;
    const asked = filled(deletionAsked.subject, { id });
    const mail = take();
    expectMail(mail, locale, email, asked, [deletionAsked.after, account, deletionAsked.other]);
    expect(mail.text).toMatch(/\d{1,2} [a-zа-я]+ \d{4}/i);
    await desk('decline', id, '--note', '<b>2027</b>');
    const declined = filled(deletionDeclined.subject, { id });
    const sentences = [deletionDeclined.intro, deletionDeclined.reason, '<b>2027</b>', account, deletionDeclined.other];
    expectMail(take(), locale, email, declined, sentences);
  });

  it('the mail of each status has its meaning and the note unchanged', async () => {
    const note = 'Скан <размыт> & "мал"'.replace(/[а-яё]+/gi, locale === 'ru' ? '$&' : 'blurred');
    const { id, email } = await applied();
    const refused = await applied();
    mails.length = 0;
    const own = `${bindings.PORTAL_ORIGIN}/${locale}/profile/application/founder?from=mail`;
    type MailedStatus = 'in_review' | 'changes_requested' | 'approved' | 'rejected';
    const expectStatusMail = (status: MailedStatus, to = email, of = id) => {
      const mail = take();
      const waits = status === 'changes_requested' || status === 'rejected';
      const noteTitle = waits ? words.note[status] : words.note.other;
      const sentences = [words.status[status], noteTitle, note, waits ? own : profile];
      expectMail(mail, locale, to, filled(words.subject[status], { id: of }), sentences);
      for (const form of [mail.text, mail.html]) {
        expect(form).toContain(words.title[status]);
        expect(form).toContain(waits ? words.action[status] : words.action.other);
        expect(form).toContain(words.way);
      }
    };
    for (const status of ['in_review', 'changes_requested', 'in_review', 'approved'] as const) {
      await desk('set', id, status, '--note', note, '--now');
      expectStatusMail(status);
    }
    await desk('set', refused.id, 'in_review', '--note', note, '--now');
    expectStatusMail('in_review', refused.email, refused.id);
    await desk('set', refused.id, 'rejected', '--note', note, '--now');
    expectStatusMail('rejected', refused.email, refused.id);
  });

  it('the mail of an issued visa has dates, code, page, QR code and calendar file', async () => {
    const note = 'Welcome to Uzbekistan';
    const { id, email } = await applied();
    for (const status of ['in_review', 'approved']) await desk('set', id, status, '--now');
    mails.length = 0;
    await desk('set', id, 'visa_issued', '--from', '2027-01-10', '--to', '2028-01-09', '--note', note, '--now');
    const mail = take();
    const { visa: issued } = await recordOf(id);
    const said = words.visa;
    const page = `${bindings.PORTAL_ORIGIN}/${locale}/employee-visa/${issued?.code}`;
    expectMail(mail, locale, email, filled(said.subject, { id }), [
      said.intro,
      VISA_DATES[locale],
      issued?.code ?? 'no code',
      said.page,
      words.note.other,
      note,
      page,
    ]);
    for (const form of [mail.text, mail.html]) expect(form).toContain(said.check);
    const [qr, calendar] = mail.attachments ?? [];
    expect(mail.html).toContain(`<img src="cid:${qr?.contentId}" alt="${said.qr}"`);
    expect(qr).toMatchObject({ disposition: 'inline', type: 'image/gif' });
    expect(calendar).toMatchObject({ disposition: 'attachment', filename: 'visa.ics' });
    expect(calendar?.content).toContain('DTSTART;VALUE=DATE:20280109');
    expect(calendar?.content).toContain(said.ends);
  });

  it('the mail of an application that is submitted again after a refusal has its own text', async () => {
    const { id, email } = await applied();
    await desk('set', id, 'in_review', '--now');
    await desk('set', id, 'rejected', '--note', 'x', '--now');
    mails.length = 0;
    const body = formOf('founder', shortValues({ email }));
    expect((await call(`/founders/${id}`, { token: await tokenOf(id), body })).status).toBe(200);
    expectMail(take(), locale, email, filled(words.subject.submitted, { id }), [words.status.submitted, profile]);
  });
});
