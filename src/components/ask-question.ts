/** `<ask-question>`: shows the form if the host accepts questions, and loads it when it is opened. */
import { HTTP_TIMEOUT_MS } from '../domain/api/timeout.ts';
import type { Locale } from '../domain/i18n/locales.ts';

class AskQuestion extends HTMLElement {
  connectedCallback(): void {
    this.find('button').addEventListener('click', () => void this.open());
    // The hidden element itself is never in view, but its section is.
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      void this.showIfAccepted();
    });
    if (this.parentElement) seen.observe(this.parentElement);
  }

  private find<Found extends HTMLElement>(selector: string): Found {
    return this.querySelector(selector) as Found;
  }

  private async showIfAccepted(): Promise<void> {
    this.hidden = !(await acceptsQuestions(this.dataset.endpoint as string));
    // The text was typed before the visitor left for another page, such as the other language.
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

/** Responses to an optional read that is not offered: the contract's, and that of an unknown address. */
const ABSENT = [204, 404];

/** Whether questions are accepted: false only where they are not offered; other failures may pass. @param path set at build */
async function acceptsQuestions(path: string): Promise<boolean> {
  try {
    const headers = { Accept: 'application/json' };
    const signal = AbortSignal.timeout(HTTP_TIMEOUT_MS);
    const response = await fetch(path, { headers, redirect: 'error', cache: 'no-store', signal });
    // An unread body keeps its connection open.
    await response.text();
    return !ABSENT.includes(response.status);
  } catch {
    return true;
  }
}

customElements.define('ask-question', AskQuestion);
