/** Control and other hidden characters: refused in requests, escaped at the desk, absent from mail headers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';
import {
  create,
  createApplication,
  newEmail,
  openSession,
  readRecord,
  shortValues,
  tokenOf,
  validValues,
} from './support/applications.ts';
import { desk } from './support/desk.ts';
import { bindings, call, mails, migrate, readRefusal, runMail } from './support/host.ts';
import { addRows } from './support/many.ts';
import { everythingStored } from './support/storage.ts';

beforeAll(migrate);

const ESCAPE = '\u001b[2J\u001b]0;mine\u0007';
const HIDDEN = /[\p{Cc}\u200b\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

describe('hidden characters in requests', () => {
  const address = validValues().formatted_address;
  const [relative] = validValues().formatted_relatives;
  const [trip] = validValues().last_trips;

  it.each([
    ['Escape in a text', { company_name: `Park${ESCAPE}` }, 'company_name', 'hidden_characters'],
    ['a line break in a line', { petitioner_position: 'a\nb' }, 'petitioner_position', 'hidden_characters'],
    ['a sign of direction', { applicant_position: 'a\u202eb' }, 'applicant_position', 'hidden_characters'],
    ['Escape in a long text', { previos_trips: `one\n${ESCAPE}` }, 'previos_trips', 'hidden_characters'],
    [
      'NUL in an address',
      { formatted_address: { ...address, street: 'a\u0000b' } },
      'formatted_address.street',
      'hidden_characters',
    ],
    [
      'half a character',
      { formatted_address: { ...address, flat: '\ud83d' } },
      'formatted_address.flat',
      'hidden_characters',
    ],
    ['Escape in a list', { last_trips: [{ ...trip, trip_aim: ESCAPE }] }, 'last_trips.0.trip_aim', 'hidden_characters'],
    ['Escape in a name', { surname: `Sample${ESCAPE}` }, 'surname', 'name_characters'],
    [
      'Escape in a relative',
      { relatives_check: 'yes', formatted_relatives: [{ ...relative, name: `Max${ESCAPE}` }] },
      'formatted_relatives.0.name',
      'name_characters',
    ],
    ['Escape in a passport number', { passport_number: `N1\u001b23456` }, 'passport_number', 'passport_format'],
    ['Escape in a phone number', { phone: '+998 90\u001b 123 45 67' }, 'phone', 'phone_format'],
    ['NUL in an address of mail', { email: 'a\u0000b@example.com' }, 'email', 'email_format'],
    ['a space of no width there', { email: 'a@exam\u200bple.com' }, 'email', 'email_format'],
    ['a second address', { email: 'a@example.com,b@example.com' }, 'email', 'email_format'],
    ['brackets there', { email: '<a@example.com>' }, 'email', 'email_format'],
    ['a header there', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email', 'email_format'],
  ])('a creation with %s is refused, and nothing is stored', async (_, change, field, code) => {
    const before = await everythingStored();
    const response = await create({ values: shortValues(change as Parameters<typeof shortValues>[0]) });
    expect(await readRefusal(response)).toEqual({
      status: 422,
      code: 'validation_failed',
      errors: { [field]: [code] },
    });
    expect(await everythingStored()).toEqual(before);
  });

  it('a creation keeps line breaks in long texts and the joiners of Persian names', async () => {
    const record = await createApplication({
      values: validValues({ previos_trips: 'one\r\n\ttwo', name: 'علی\u200cرضا' }),
    });
    expect(record).toMatchObject({ previos_trips: 'one\n\ttwo', name: 'علی\u200cرضا' });
  });

  it.each([
    ...[
      '/user-login',
      '/check-email',
      '/forgot-password-token',
      '/check-forgot-password-token',
      '/forgot-password-by-code',
    ],
  ])('%s refuses an email address that cannot receive mail', async (path) => {
    for (const email of [
      'a\u0000@example.com',
      'a@exam\u200bple.com',
      'a@example.com>',
      'a@b.com,c@d.com',
      `a${ESCAPE}@b.com`,
    ]) {
      const before = await everythingStored();
      const json = { email, password: 'blue lantern on the roof', code: '123456' };
      expect(await readRefusal(await call(path, { json }))).toEqual({
        status: 422,
        code: 'validation_failed',
        errors: { email: ['email_format'] },
      });
      expect(await everythingStored()).toEqual(before);
    }
  });

  it("a session has the host's own words for its browser instead of the User-Agent header", async () => {
    const { email } = await createApplication({ type: 'founder' });
    const headers = { 'User-Agent': 'Firefox/142.0 \u001b[2J (Windows NT 10.0)' };
    const token = await openSession(email, undefined, headers);
    const { sessions } = await (await call('/user/sessions', { token })).json<{ sessions: { browser: string }[] }>();
    expect(sessions.map(({ browser }) => browser)).toEqual(['Firefox, Windows']);
  });
});

describe('hidden characters in mails', () => {
  const BROKEN = 'X\r\nBcc: other@example.com\r\n\r\nbody\u0000';

  it.each(LOCALES)(
    'in %s, subject and sender of a mail are one line each, whatever their values contain',
    async (locale) => {
      const id = `${BROKEN}${locale}`;
      await addRows([{ id, fields: { email: newEmail() }, history: [['submitted', Date.now()]] }]);
      const add = bindings.DB.prepare(
        `INSERT INTO mails (id, applicant_id, kind, content, made_at, due_at, expires_at)
         VALUES (?1 || ?2, ?3, ?1, ?4, ?5, ?5, ?5 + 1)`,
      );
      await bindings.DB.batch([
        bindings.DB.prepare('UPDATE applicants SET locale = ?1, email_key = ?1 WHERE id = ?2').bind(locale, id),
        ...['received', 'status'].map((kind) =>
          add.bind(kind, locale, id, JSON.stringify({ id, status: 'submitted', note: id }), Date.now()),
        ),
      ]);
      mails.length = 0;
      await runMail(Date.now());
      expect(mails).toHaveLength(2);
      for (const { subject, from } of mails) {
        expect(subject).toMatch(/X +Bcc: other@example\.com +body/);
        expect(`${subject}${from.name}`).not.toMatch(HIDDEN);
      }
    },
  );

  it.each([
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com, b@example.com',
    'A <a@example.com>',
    'a\u0000@b.com',
  ])('desk set changes the status and reports the failed mail for the stored address %j', async (email) => {
    const { id } = await createApplication({ type: 'founder', values: validValues({ email: newEmail() }) });
    const fields = JSON.stringify({ email });
    await bindings.DB.prepare('UPDATE applicants SET fields = json_patch(fields, ?) WHERE id = ?')
      .bind(fields, id)
      .run();
    mails.length = 0;
    expect((await desk('set', id, 'in_review', '--now')).data).toMatchObject({ mail: { sent: false } });
    expect(mails).toEqual([]);
    expect((await readRecord(await tokenOf(id))).application_status_history.at(-1)?.status_type).toBe('in_review');
  });
});
