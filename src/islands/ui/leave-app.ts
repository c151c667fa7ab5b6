/**
 * The dialog for the browser inside a messenger, which neither saves nor prints: the share sheet for a file, or the address for a
 * real browser. Built without React, since few visitors need it. Public pages lack the styles of forms.
 */
import { mailRoute } from '../../domain/account/session.ts';
import { isLocale } from '../../domain/i18n/locales.ts';
import { copyFrom } from '../../stores/browser/copy-text.ts';
import { canShareFile, shareFile } from '../../stores/browser/share-file.ts';
import { loadWords, pageText } from '../../stores/page-text.ts';

interface Leaving {
  /** A route that shows the same on any device; by default this page's own. */
  route?: string | undefined;
  /** Absent for a print. */
  file?: File;
  /** Whether the file's content is stored in this browser only. */
  isDeviceOnly?: boolean;
}

export async function showLeaveApp({ route, file, isDeviceOnly }: Leaving): Promise<void> {
  const { lang } = document.documentElement;
  const address = location.origin + (route ?? routeHere());
  if (!isLocale(lang)) return;
  try {
    await loadWords([lang], ['leaving']);
  } catch {
    // Without its texts, the browser's own box shows the address to copy.
    prompt(document.title, address);
    return;
  }
  const t = pageText(lang, 'leaving');
  const dialog = make('dialog', { className: 'card' });
  Object.assign(dialog.style, {
    margin: 'auto',
    maxWidth: 'min(32rem, calc(100% - 2rem))',
    display: 'grid',
    gap: '1rem',
  });
  const title = make('h2', { id: 'leave-app', textContent: t('title') });
  dialog.setAttribute('aria-labelledby', title.id);
  const status = make('output', { className: 'status-text' });
  // A new element each time, so that the same words are spoken again.
  const say = (text: string) => status.replaceChildren(make('span', { textContent: text }));
  const box = make('input', { value: address, readOnly: true, translate: false });
  Object.assign(box.style, { width: '100%', font: 'inherit', padding: '0.5rem' });
  const label = make('label', { textContent: t('address') });
  label.append(box);
  const copy = button(t('copy'), 'button');
  copy.onclick = async () => say(t((await copyFrom(box)) ? 'copied' : 'notCopied'));
  const close = button(t('close'), 'button button--quiet');
  close.onclick = () => dialog.close();
  const buttons = make('p', {});
  Object.assign(buttons.style, { display: 'flex', flexWrap: 'wrap', gap: '0.75rem' });
  buttons.append(copy, ...(file ? shareButtons(file) : []), close);
  const paragraphs = [t(file ? 'file' : 'print'), isDeviceOnly ? t('deviceOnly') : ''].filter(Boolean);
  dialog.append(title, ...paragraphs.map((textContent) => make('p', { textContent })), label, buttons, status);
  dialog.onclose = () => dialog.remove();
  // A second press came before the texts were loaded.
  document.getElementById(title.id)?.closest('dialog')?.remove();
  document.body.append(dialog);
  dialog.showModal();

  function shareButtons(shared: File): HTMLElement[] {
    if (!canShareFile(shared)) return [];
    const share = button(t('share'), 'button button--quiet');
    share.onclick = async () => {
      const outcome = await shareFile(shared);
      if (outcome === 'shared') dialog.close();
      if (outcome === 'refused') say(t('notShared'));
    };
    return [share];
  }
}

/** The page's own route; a page of the account leads through the sign-in. */
function routeHere(): string {
  const { pathname } = location;
  return /^\/[a-z]{2}\/profile\b/.test(pathname) ? mailRoute(pathname) : pathname;
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, own: Record<string, unknown>) {
  const made = document.createElement(tag);
  Object.assign(made, own);
  return made;
}

function button(text: string, className: string): HTMLButtonElement {
  const made = make('button', { type: 'button', className });
  made.append(make('span', { className: 'button__text', textContent: text }));
  return made;
}
