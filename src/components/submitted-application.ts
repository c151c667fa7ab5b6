/** `<submitted-application>`: shows the application that this browser has sent, with its answers right after sending. */
import { addWorkingDays } from '../domain/application/working-days.ts';
import { formatDate, formatInstant } from '../domain/i18n/dates.ts';
import { isLocale } from '../domain/i18n/locales.ts';
import { dateInUzbekistan } from '../domain/input/uzbekistan.ts';
import {
  getSentApplication,
  lastSubmitted,
  type SentApplication,
  type Submitted,
} from '../stores/application/submitted.ts';
import { breakBeforeDomain } from './email-break.ts';

class SubmittedApplication extends HTMLElement {
  connectedCallback(): void {
    const submitted = lastSubmitted.read();
    if (!submitted) return;
    const sent = getSentApplication();
    const known = sent && sent.id === submitted.id && sent.at === submitted.at ? sent : null;
    for (const details of this.querySelectorAll<HTMLElement>('[data-locale]'))
      fillIn(details, submitted, known?.values.email ?? '');
    // The focus is on the heading that is about to be hidden, if the page was opened without a reload.
    const hasFocus = this.contains(document.activeElement);
    for (const element of this.querySelectorAll<HTMLElement>('[data-when]'))
      element.hidden = element.dataset.when !== 'sent';
    if (hasFocus) this.querySelector<HTMLElement>('[data-when="sent"] h1')?.focus({ preventScroll: true });
    for (const element of this.querySelectorAll<HTMLElement>('[data-steps]')) {
      element.hidden = (element.dataset.steps === 'mailed') !== submitted.mailsSteps;
    }
    if (known) void this.showSent(known);
  }

  /** If texts can't be fetched, number, type, time and next steps stay, with a notice and a retry button. */
  private async showSent(sent: SentApplication): Promise<void> {
    const notice = this.querySelector<HTMLElement>('[data-copy-failed]');
    const retryButton = notice?.querySelector('button');
    if (!notice || !retryButton) return;
    retryButton.disabled = true;
    try {
      const { showSentCopy } = await import('./sent-copy.ts');
      await showSentCopy(this, sent);
      const wasPressed = !notice.hidden;
      notice.hidden = true;
      // The pressed button is gone, so the focus moves.
      if (wasPressed) this.querySelector<HTMLElement>('[data-copy] summary')?.focus();
    } catch {
      notice.hidden = false;
      retryButton.disabled = false;
      retryButton.onclick = () => void this.showSent(sent);
    }
  }
}

function fillIn(details: HTMLElement, { id, at, type, mailsSteps }: Submitted, email: string): void {
  const { locale } = details.dataset;
  if (!isLocale(locale)) return;
  const types = JSON.parse(details.dataset.types ?? '{}') as Record<string, string>;
  const texts: Record<string, string> = {
    reference: id ?? '',
    date: formatInstant(at, locale),
    type: types[type] ?? '',
    account: location.host,
    address: mailsSteps ? '' : email,
    email,
  };
  for (const place of details.querySelectorAll<HTMLElement>('[data-fill]')) {
    const text = texts[place.dataset.fill ?? ''] ?? '';
    place.textContent = text + (place.dataset.path ?? '');
    breakBeforeDomain(place);
    if (place.parentElement) place.parentElement.hidden = text === '';
  }
  // After a reload the page knows only the number.
  for (const place of details.querySelectorAll<HTMLElement>('[data-address-unknown]')) place.hidden = email !== '';
  for (const { dataset } of details.querySelectorAll<HTMLElement>('print-button'))
    if (id && !dataset.name?.endsWith(id)) dataset.name += ` ${id}`;
  for (const place of details.querySelectorAll<HTMLTimeElement>('[data-days]')) {
    const date = addWorkingDays(dateInUzbekistan(new Date(at)), Number(place.dataset.days));
    place.dateTime = date;
    place.textContent = (details.dataset.due ?? '').replace('{{date}}', formatDate(date, locale));
  }
}

customElements.define('submitted-application', SubmittedApplication);
