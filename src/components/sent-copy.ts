/** Only on the page that has just sent an application: a full copy in both languages, and a link to the account. */
import { navigate } from 'astro:transitions/client';
import { type PresentedRow, presentApplication } from '../domain/application/application-copy.ts';
import { isLocale, LOCALES, type Locale } from '../domain/i18n/locales.ts';
import { localePath } from '../domain/i18n/paths.ts';
import { signIn } from '../stores/account/session.ts';
import { loadReceiptWords, receiptWords } from '../stores/application/receipt-words.ts';
import { $receiptResult, type SentApplication, setSentApplication } from '../stores/application/submitted.ts';
import { loadWords, pageText } from '../stores/page-text.ts';
import { breakBeforeDomain } from './email-break.ts';

/** Fills the waiting parts of `root`. @throws when the texts of a language could not be fetched */
export async function showSentCopy(root: HTMLElement, sent: SentApplication): Promise<void> {
  showAccountLink(root, sent);
  await showReceipt(root, sent);
  await loadWords(LOCALES, ['forms', 'application']);
  for (const details of root.querySelectorAll<HTMLElement>('[data-locale]')) {
    const { locale } = details.dataset;
    const copy = details.querySelector<HTMLElement>('[data-copy]');
    if (!copy || !isLocale(locale)) continue;
    copy.append(...sectionsOf(sent, locale));
    copy.hidden = false;
  }
}

/** What the host has not received; the account has a form to send it again. */
async function showReceipt(root: HTMLElement, sent: SentApplication): Promise<void> {
  const notice = root.querySelector<HTMLElement>('[data-receipt]');
  const result = $receiptResult.get();
  const { lang } = document.documentElement;
  if (!notice || !result || !isLocale(lang)) return;
  await loadReceiptWords();
  const { title, lists } = receiptWords(lang, sent.type, result);
  const paragraph = (text: string, className = '') =>
    Object.assign(document.createElement('p'), { className, textContent: text });
  const body = lists.flatMap(({ text, entries }) => {
    const list = document.createElement('ul');
    list.append(...entries.map((entry) => Object.assign(document.createElement('li'), { textContent: entry })));
    return [paragraph(text), list];
  });
  notice.querySelector('.notice__body')?.replaceChildren(paragraph(title, 'notice__title'), ...body);
  notice.hidden = false;
}

/** "Open my account" instead of "Sign in", with the password that was just set. */
function showAccountLink(root: HTMLElement, sent: SentApplication): void {
  const link = root.querySelector<HTMLAnchorElement>('[data-open-account]');
  const { lang } = document.documentElement;
  if (!link || !isLocale(lang)) return;
  link.textContent = link.dataset.openAccount ?? '';
  // Assigned, since the page may show the same application again.
  link.onclick = async (event) => {
    event.preventDefault();
    if (link.ariaDisabled === 'true') return;
    link.ariaDisabled = 'true';
    const refusal = await signIn(sent.values.email, sent.password, lang);
    // The password is no longer needed; if this sign-in failed, the sign-in page asks for it.
    setSentApplication({ ...sent, password: '' });
    await navigate(refusal ? link.href : localePath(lang, '/profile'));
  };
}

function sectionsOf({ type, values }: SentApplication, locale: Locale): HTMLElement[] {
  const t = pageText(locale, 'forms');
  const none = pageText(locale, 'application')('review.none');
  return presentApplication(type, values, { t: t.find, locale }).map(({ part, rows, items }) => {
    const box = document.createElement('section');
    box.className = 'submitted__section';
    box.append(heading('h3', t(`parts.${part}.title`, { context: type })), list(rows, none));
    for (const item of items) {
      const answered = item.rows.filter(({ value }) => value !== '');
      box.append(heading('h4', item.title), list(answered, none));
    }
    return box;
  });
}

function heading(level: 'h3' | 'h4', text: string): HTMLElement {
  const element = document.createElement(level);
  element.textContent = text;
  return element;
}

function list(rows: readonly PresentedRow[], none: string): HTMLElement {
  const element = document.createElement('dl');
  element.className = 'submitted__answers';
  for (const { name, label, value } of rows) {
    const row = document.createElement('div');
    const [term, answer] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = label;
    answer.textContent = value || none;
    if (name === 'email') breakBeforeDomain(answer);
    answer.translate = false;
    row.append(term, answer);
    element.append(row);
  }
  return element;
}
