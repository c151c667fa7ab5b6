/** `<submitted-application>`: shows the reference of the application that this tab sent, or says that there is none. */
import { INTL_TAGS, isLocale } from '../domain/i18n/locales.ts';
import { readSubmitted } from '../stores/application/submitted.ts';

class SubmittedApplication extends HTMLElement {
  connectedCallback(): void {
    this.querySelector('[data-print]')?.addEventListener('click', () => print());
    const submitted = readSubmitted();
    const { locale } = this.dataset;
    if (!submitted || !isLocale(locale)) return;
    const types = JSON.parse(this.dataset.types ?? '{}') as Record<string, string>;
    const date = new Intl.DateTimeFormat(INTL_TAGS[locale], { dateStyle: 'long', timeStyle: 'short' });
    this.fill('reference', submitted.id);
    this.fill('date', date.format(new Date(submitted.at)));
    this.fill('type', types[submitted.type] ?? '');
    for (const part of this.querySelectorAll<HTMLElement>('[data-when]')) part.hidden = part.dataset.when !== 'sent';
  }

  private fill(name: string, text: string): void {
    const place = this.querySelector(`[data-${name}]`);
    if (place) place.textContent = text;
  }
}

customElements.define('submitted-application', SubmittedApplication);
