/** `<visa-check>`: asks for the visa whose code is in the address, and shows it, or what to do instead. */
import { dateInUzbekistan, type EmployeeVisa, type VisaState, visaState } from '../domain/application/visa.ts';
import type { Locale } from '../domain/i18n/locales.ts';
import { callEmployeeVisa } from '../stores/api/visa-call.ts';

type Outcome = 'loading' | 'shown' | 'missing' | 'noCode' | 'failed' | 'busy';

interface Words {
  types: Record<string, string>;
  statuses: Record<string, string>;
  states: Record<VisaState, string>;
  /** For each month, how a date in it is written. */
  dates: string[];
  period: string;
  until: string;
  since: string;
  noPeriod: string;
  qr: string;
}

/** `2026-03-05` as the page writes dates; `Intl.DateTimeFormat` would take a throttled phone noticeably long to load. */
function dateOf(date: string, { dates }: Words): string {
  const [year = '', month, day] = date.slice(0, 10).split('-');
  const pattern = dates[Number(month) - 1];
  return pattern ? pattern.replace('{{day}}', String(Number(day))).replace('{{year}}', year) : date;
}

/** The period of a visa in the words of a page. */
function periodOf({ valid_from, valid_to }: EmployeeVisa, words: Words): string {
  const [from, to] = [valid_from, valid_to].map((date) => date && dateOf(date, words));
  if (from && to) return words.period.replace('{{from}}', from).replace('{{to}}', to);
  if (to) return words.until.replace('{{to}}', to);
  return from ? words.since.replace('{{from}}', from) : words.noPeriod;
}

class VisaCheck extends HTMLElement {
  connectedCallback(): void {
    for (const button of this.querySelectorAll('[data-again]'))
      button.addEventListener('click', () => void this.check());
    void this.check();
  }

  private async check(): Promise<void> {
    const code = location.pathname.split(this.dataset.route as string)[1];
    if (!code) return this.show('noCode');
    this.show('loading');
    const found = await callEmployeeVisa(this.dataset.endpoint + code, document.documentElement.lang as Locale);
    if ('status_type' in found) {
      const words = JSON.parse(this.dataset.words as string) as Words;
      this.fill(found, words);
      this.show('shown');
      return this.drawQr(found.code, words);
    }
    this.show(found.code === 'not_found' ? 'missing' : found.code === 'slow_down' ? 'busy' : 'failed');
  }

  private show(outcome: Outcome): void {
    for (const part of this.querySelectorAll<HTMLElement>('[data-when]')) {
      part.hidden = !part.matches(`[data-when~=${outcome}]`);
    }
  }

  /** The unprefixed address: whoever scans the code reads the page in their own language. */
  private async drawQr(code: string, words: Words): Promise<void> {
    const svg = this.querySelector('[data-qr]') as SVGElement;
    const address = location.origin + this.dataset.route + code;
    // What was found is painted first.
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

  private fill(visa: EmployeeVisa, words: Words): void {
    const state = visaState(visa, dateInUzbekistan(new Date()));
    const values: Record<string, string> = {
      state: words.states[state],
      name: `${visa.surname} ${visa.name}`,
      type: words.types[visa.application_type] ?? visa.application_type,
      status: words.statuses[visa.status_type] ?? visa.status_type,
      validity: periodOf(visa, words),
      code: visa.code,
    };
    for (const place of this.querySelectorAll<HTMLElement>('[data-value]'))
      place.textContent = values[place.dataset.value as string] ?? '';
    this.dataset.state = state;
  }
}

customElements.define('visa-check', VisaCheck);
