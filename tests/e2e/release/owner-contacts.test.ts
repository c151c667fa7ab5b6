/**
 * A build with the owner's contacts: wherever the short number stands, it says where it works, and the number for callers from
 * abroad stands on the same page.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUPPORT_PHONE } from '../../../src/content/contacts.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { editFile } from '../../fixtures/owner-settings.ts';
import { words } from '../support/locale-words.ts';
import { type OwnPortal, startPortal } from '../support/own-portal.ts';
import { expect, test } from '../support/portal.ts';
import { copyProject, type ProjectCopy } from '../support/project-copy.ts';

const OWNER = {
  email: "'help@it-park.example'",
  phoneFromAbroad: "'+998 71 200 00 01'",
  hours: "{ ru: 'Пн–пт, 9:00–18:00', en: 'Mon to Fri, 9:00 to 18:00' }",
};
const ABROAD = '+998 71 200 00 01';

let copy: ProjectCopy;
let portal: OwnPortal;
test.beforeAll(async () => {
  copy = copyProject();
  editFile(copy.root, 'src/content/owner.ts', (text) =>
    text.replace(
      /^ {2}(email|phoneFromAbroad|hours): null/gm,
      (_, name: keyof typeof OWNER) => `  ${name}: ${OWNER[name]}`,
    ),
  );
  const built = spawnSync('npm', ['run', 'build'], { cwd: copy.root, encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
  portal = await startPortal('', copy.root);
});
test.afterAll(async () => {
  await portal?.stop();
  copy?.remove();
});

/** The built files of a language. */
const filesOf = (locale: Locale, ending: string) =>
  readdirSync(join(copy.root, 'dist/client'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && file.split(/[/.]/).includes(locale))
    .map((file) => ({ file, text: readFileSync(join(copy.root, 'dist/client', file), 'utf8') }));

/** Texts of a page as readers see them, without styles and scripts. */
const readable = (html: string) =>
  html
    .replace(/<(style|script)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

/** The short number with its label behind it, or in front of it in the contacts of the account. */
function labelled(locale: Locale): RegExp {
  const [before = '', after = ''] = words(locale, 'home', 'contact.inside').split('{{phone}}');
  return new RegExp(`${before}1345 ?${after.trim().replace(/[()]/g, '\\$&').replaceAll(' ', '\\s')}`, 'g');
}

for (const locale of LOCALES) {
  test(`every page labels the short number and has the one from abroad (${locale})`, () => {
    const pages = filesOf(locale, '.html').map(({ file, text }) => ({ file, text: readable(text) }));
    expect(pages.length).toBeGreaterThan(40);
    const named = `${words(locale, 'forms', 'contact.inside')} ${SUPPORT_PHONE}`;
    const faults = pages.filter(({ text }) => {
      const rest = text.replaceAll(labelled(locale), '').replaceAll(named, '');
      return rest.includes(SUPPORT_PHONE) || (rest !== text && !text.includes(ABROAD));
    });
    expect(faults.map(({ file }) => file)).toEqual([]);
    expect(pages.filter(({ text }) => text.includes(ABROAD)).length).toBeGreaterThan(40);
    expect(filesOf(locale, '.json').filter(({ text }) => text.includes(SUPPORT_PHONE))).toEqual([]);
  });
}
