/** Mails of the portal under test, read from its mail folder on this machine. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './portal.ts';

export interface ReadMail {
  subject: string;
  text: string;
  html: string;
}

/** Returns every mail to an address, oldest first. */
export function mailsTo(email: string): ReadMail[] {
  const folder = join(process.env.E2E_STATE ?? '', 'mail');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => {
      const [head = '', ...body] = readFileSync(join(folder, name), 'utf8').split('\n\n');
      if (!head.includes(email)) return [];
      const html = join(folder, name.replace(/txt$/, 'html'));
      return [
        {
          subject: /^Subject: (.*)$/m.exec(head)?.[1] ?? '',
          text: body.join('\n\n'),
          html: existsSync(html) ? readFileSync(html, 'utf8') : '',
        },
      ];
    });
}

/** Waits for the nth mail to an address, and returns both its forms. */
export async function nthMail(email: string, nth: number): Promise<ReadMail> {
  await expect
    .poll(() => mailsTo(email).filter(({ html }) => html.includes('</html>')).length)
    .toBeGreaterThanOrEqual(nth);
  const mail = mailsTo(email)[nth - 1];
  if (!mail) throw new Error('a mail that was there is gone');
  return mail;
}

/** Returns the six digits of a mail with a reset code. */
export function codeOf({ text }: ReadMail): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`no code in: ${text}`);
  return code;
}
