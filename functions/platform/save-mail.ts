/** Saves a mail as files, in place of sending it: for the portal and the desk on one machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** As functions/admin/mail/outbox.ts sends it. */
export interface MailFolder {
  from: { email: string; name: string };
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** @param folder made with the first mail @param mark keeps mails of one moment apart @returns the path of the text */
export function saveMail(folder: string, { from, to, subject, text, html }: MailFolder, mark: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${mark}`);
  writeFileSync(`${path}.html`, html, { mode: 0o600 });
  // A plain text file has no headers, but a reader needs the recipient.
  const heading = `From: "${from.name}" <${from.email}>\nTo: ${to}\nSubject: ${subject}`;
  writeFileSync(`${path}.txt`, `${heading}\n\n${text}`, { mode: 0o600 });
  return `${path}.txt`;
}
