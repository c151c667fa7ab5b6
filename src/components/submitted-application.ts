/** `<submitted-application>`: shows the reference of the application that this browser sent, or says that there is none. */
import { INTL_TAGS, isLocale } from '../domain/i18n/locales.ts';
import { readSubmitted, type Submitted } from '../stores/application/submitted.ts';

class SubmittedApplication extends HTMLElement {
  connectedCallback(): void {
    const submitted = readSubmitted();
    if (!submitted) return;
    for (const details of this.querySelectorAll<HTMLElement>('[data-locale]')) fillIn(details, submitted);
    for (const part of this.querySelectorAll<HTMLElement>('[data-when]')) part.hidden = part.dataset.when !== 'sent';
  }
}

/** Fills in what was sent, in the language of these details. */
function fillIn(details: HTMLElement, { id, at, type }: Submitted): void {
  const { locale } = details.dataset;
  if (!isLocale(locale)) return;
  const types = JSON.parse(details.dataset.types ?? '{}') as Record<string, string>;
  const date = new Intl.DateTimeFormat(INTL_TAGS[locale], { dateStyle: 'long', timeStyle: 'short' });
  const texts: Record<string, string> = {
    reference: id,
    date: date.format(new Date(at)),
    type: types[type] ?? '',
    account: location.host,
  };
  for (const place of details.querySelectorAll<HTMLElement>('[data-fill]')) {
    place.textContent = (texts[place.dataset.fill ?? ''] ?? '') + (place.dataset.path ?? '');
  }
}

customElements.define('submitted-application', SubmittedApplication);
