/** Mails greet a name from a passport, which is in capitals, as people write it. */
import { expect, it } from 'vitest';
import { composeMail } from '../../../functions/admin/mail/compose.ts';
import en from '../../../locales/admin/en.json' with { type: 'json' };

it.each([
  ['ANNA MARIA', 'Anna Maria'],
  ['ANNA-MARIA', 'Anna-Maria'],
  ["MA'MUR", "Ma'mur"],
  ['АННА', 'Анна'],
  ['Anna MARIA', 'Anna MARIA'],
  ['anna', 'anna'],
])('a mail greets the applicant %s as %s', (name, greeted) => {
  const reader = { name, type: 'founder', id: 'ITV-1', history: [], isConfirmed: true } as const;
  const mail = composeMail({ template: 'passwordChanged' }, 'en', 'https://portal.example', 0, reader);
  const greeting = en.mail.greetingName.replace('{{name}}', greeted);
  for (const form of [mail.text, mail.html.replaceAll('&#39;', "'")]) expect(form).toContain(greeting);
});
