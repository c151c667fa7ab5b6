/** `<visa-check>`: requests the visa of the URL's code and shows its document or advice, or asks for a code. */
import { HTTP_TIMEOUT_MS } from '../domain/api/timeout.ts';
import type { EmployeeVisa, VisaFacts, VisaWords } from '../domain/application/visa.ts';
import type { Locale } from '../domain/i18n/locales.ts';
import { namePrints } from '../stores/browser/print-name.ts';

type Outcome = 'loading' | 'shown' | 'noCode' | NoVisa;

type Words = VisaWords & { qr: string; entry: string; address: string; loading: string };

/** The hash of the page's URL that opens the print dialog once the document is complete. */
const PRINT_HASH = '#print';

/** Does the same as `printPage`, whose script would be one more request of this light page. */
function printVisa(): void {
  import('../islands/ui/hand-over.ts').then(({ printHere }) => printHere()).catch(() => print());
}

class VisaCheck extends HTMLElement {
  /**
   * The title while printing, which browsers propose as a PDF's name. On screen, and without a visa, the title names no holder.
   */
  private printName: string | undefined;

  connectedCallback(): void {
    for (const button of this.querySelectorAll<HTMLButtonElement>('[data-again]'))
      button.addEventListener('click', () => void this.checkAgain(button));
    this.querySelector('[data-print]')?.addEventListener('click', printVisa);
    this.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.openVisa(this.box().value);
    });
    namePrints(() => this.printName, new AbortController().signal);
    const submitted = new URLSearchParams(location.search).get('code');
    if (submitted !== null) {
      this.show('noCode');
      this.box().value = submitted;
      void this.openVisa(submitted);
      return;
    }
    this.show('loading');
    void this.check().then((shown) => shown && location.hash === PRINT_HASH && this.printOnce());
  }

  private box(): HTMLInputElement {
    return this.querySelector('[name=code]') as HTMLInputElement;
  }

  /** Opens the page of the code in a text, in the address's language, or says that it has none. */
  private async openVisa(typed: string): Promise<void> {
    const finder = await loadFinder();
    // Without the script, the page of the whole text finds the code.
    const code = finder ? finder.findVisaCode(typed) : encodeURIComponent(typed);
    const [page] = location.pathname.split(/(?<=\/employee-visa)(?:\/|$)/);
    if (code !== '') {
      location.assign(`${page}/${code}`);
      return;
    }
    (this.querySelector('#code-error') as HTMLElement).hidden = false;
    this.box().closest('.field')?.setAttribute('data-invalid', '');
    this.box().ariaInvalid = 'true';
    this.box().focus();
  }

  /** Removes the hash, so that a reload or going back does not print again. */
  private printOnce(): void {
    history.replaceState(history.state, '', location.pathname + location.search);
    printVisa();
  }

  /** The earlier result stays until the new one is here; the focus moves only if the pressed button is hidden. */
  private async checkAgain(button: HTMLButtonElement): Promise<void> {
    if (button.ariaDisabled) return;
    const label = button.querySelector('.button__text') as HTMLElement;
    const { textContent } = label;
    button.ariaDisabled = 'true';
    label.textContent = this.words().loading;
    await this.check();
    button.ariaDisabled = null;
    label.textContent = textContent;
    if (!button.closest('[hidden]')) return;
    const shown = (selector: string) => this.querySelector<HTMLElement>(`[data-when]:not([hidden]) ${selector}`);
    (shown('[data-again]') ?? shown('h2'))?.focus();
  }

  /** @returns whether a document is shown */
  private async check(): Promise<boolean> {
    const typedCode = location.pathname.split(this.dataset.route as string)[1] ?? '';
    const finder = /^[\w-]*$/.test(typedCode) ? { findVisaCode: (code: string) => code } : await loadFinder();
    if (!finder) return this.show('failed');
    const typed = finder.findVisaCode(decoded(typedCode));
    if (typed === '') return this.show('noCode');
    const find = (code: string) =>
      callEmployeeVisa(this.dataset.endpoint + code, document.documentElement.lang as Locale);
    const [rules, asTyped] = await Promise.all([loadRules(), find(typed)]);
    if (!rules) return this.show('failed');
    // A code may be stored in one spelling only.
    const meant = rules.canonicalVisaCode(typed);
    const answer = asTyped === 'missing' && meant !== typed ? await find(meant) : asTyped;
    const found = typeof answer === 'string' ? answer : (rules.readEmployeeVisa(answer.body) ?? 'failed');
    if (typeof found !== 'string') {
      const words = this.words();
      this.show('shown');
      this.fill(found, rules.visaFacts(found, new Date(), words), words);
      await this.drawQr(found.code, words);
      return true;
    }
    if (this.box().value === '') this.box().value = typed;
    return this.show(found);
  }

  private words(): Words {
    return JSON.parse(this.dataset.words as string) as Words;
  }

  private show(outcome: Outcome): false {
    this.printName = undefined;
    this.dataset.view = outcome;
    for (const element of this.querySelectorAll<HTMLElement>('[data-when]')) {
      element.hidden = !element.matches(`[data-when~=${outcome}]`);
    }
    return false;
  }

  /** Without a language: visitors who scan the code get the page in their own. */
  private addressOf(code: string): string {
    return location.origin + this.dataset.route + code;
  }

  private async drawQr(code: string, words: Words): Promise<void> {
    const svg = this.querySelector('[data-qr]') as SVGElement;
    const address = this.addressOf(code);
    // The result is painted first.
    await new Promise(requestAnimationFrame);
    // Without the script, as on a page that is being left, everything else is shown.
    const script = await import('../domain/application/visa-qr.ts').catch(() => null);
    if (!script) return;
    const { size, path } = script.qrPath(address);
    svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
    svg.removeAttribute('aria-hidden');
    svg.ariaLabel = words.qr.replace('{{address}}', address);
    svg.querySelector('path')?.setAttribute('d', path);
  }

  private fill(visa: EmployeeVisa, { state, elapsed, fileName, ...facts }: VisaFacts, words: Words): void {
    const address = words.address.replace('{{address}}', this.addressOf(visa.code));
    const entry = words.entry.replace('{{address}}', location.host + (this.dataset.route as string).slice(0, -1));
    const values: Record<string, string> = { ...facts, address, entry };
    for (const place of this.querySelectorAll<HTMLElement>('[data-value]'))
      place.textContent = values[place.dataset.value as string] ?? '';
    const passport = facts.passport === '' ? 'absent' : 'shown';
    for (const element of this.querySelectorAll<HTMLElement>('[data-passport]'))
      element.hidden = element.dataset.passport !== passport;
    this.querySelector('[data-elapsed]')?.setAttribute('width', String(elapsed ?? 0));
    this.querySelector('article')?.setAttribute('data-visa', state);
    this.printName = fileName;
  }
}

const loadFinder = () => import('../domain/application/visa-code.ts').catch(() => null);
/** Loaded together with the response, since the page without a code needs no rules. */
const loadRules = () => import('../domain/application/visa.ts').catch(() => null);

/** A part of a path; unchanged if it is encoded wrongly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Why there is no visa: unknown code, rate limit, a check that is not offered, or no readable response. */
type NoVisa = 'missing' | 'busy' | 'absent' | 'failed';

/** By the contract's codes, since a bare status may come from any proxy. */
const MEANINGS: Record<string, NoVisa> = { not_found: 'missing', slow_down: 'busy', busy: 'busy' };

/** Looks up a visa. @param path set at build, in place of the endpoint table */
async function callEmployeeVisa(path: string, locale: Locale): Promise<{ body: unknown } | NoVisa> {
  try {
    const response = await fetch(path, {
      headers: { Accept: 'application/json', 'Accept-Language': locale },
      // The contract has no redirects.
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(HTTP_TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    if (response.ok) return { body };
    const { code, call_absent } = Object(body) as { code?: unknown; call_absent?: unknown };
    return call_absent === true ? 'absent' : (MEANINGS[String(code)] ?? 'failed');
  } catch {
    return 'failed';
  }
}

customElements.define('visa-check', VisaCheck);
