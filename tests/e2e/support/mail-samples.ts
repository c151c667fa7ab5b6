/** One sample of each mail in each language, shown like a mail program does. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import type { MailSample } from '../../fixtures/mail-sample.ts';

const SAMPLES = fileURLToPath(new URL('../../workers/admin/support/mail-samples.ts', import.meta.url));

export async function readMailSamples(): Promise<MailSample[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [SAMPLES], { maxBuffer: 50_000_000 });
  return JSON.parse(stdout) as MailSample[];
}

/** Shows a mail with its attached pictures in place of their content ids. */
export async function showMail(page: Page, { html, pictures }: MailSample): Promise<void> {
  const shown = html.replace(/cid:([\w-]+)/g, (address, id: string) => pictures[id] ?? address);
  await page.setContent(shown, { waitUntil: 'load' });
}
