/** `<ask-question>`: offers the form if the host takes questions, and loads it when it is opened. */
import type { Locale } from '../domain/i18n/locales.ts';
import { acceptsQuestions } from '../stores/api/accepts-questions.ts';

class AskQuestion extends HTMLElement {
  connectedCallback(): void {
    this.find('button').addEventListener('click', () => void this.open());
    // The hidden element is never in view; its section is.
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      void this.offer();
    });
    if (this.parentElement) seen.observe(this.parentElement);
  }

  private find<Found extends HTMLElement>(selector: string): Found {
    return this.querySelector(selector) as Found;
  }

  private async offer(): Promise<void> {
    this.hidden = !(await acceptsQuestions(this.dataset.endpoint as string));
    // Typed before the visitor left for another page, such as the other language.
    if (!this.hidden && hasStoredText(this.dataset.key as string)) await this.open(true);
  }

  private async open(restored = false): Promise<void> {
    const button = this.find<HTMLButtonElement>('button');
    const failed = this.find('[data-failed]');
    button.disabled = true;
    failed.hidden = true;
    try {
      await this.addStyles();
      const { mountQuestionForm } = await import('../islands/messages/MessageForm.tsx');
      const locale = document.documentElement.lang as Locale;
      const ways = JSON.parse(this.dataset.ways as string);
      await mountQuestionForm(this.find('[data-form]'), { locale, ways, restored });
      button.hidden = true;
    } catch {
      failed.hidden = false;
      button.disabled = false;
    }
  }

  private addStyles(): Promise<void> {
    return new Promise((done, fail) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: this.dataset.styles });
      link.onload = () => done();
      link.onerror = fail;
      document.head.append(link);
    });
  }
}

/** True if this tab stores a text. Does not use the stores, which this page loads only with the form. */
function hasStoredText(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

customElements.define('ask-question', AskQuestion);
