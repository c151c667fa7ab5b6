/** The second check of a visa on a page that stays open. */
import { afterEach, expect, it, vi } from 'vitest';
import { visaWords } from '../../../src/domain/application/visa-words.ts';

const TITLE = 'Visa check';
const VISA = { code: 'ABC123', name: 'Dilnoza', surname: 'Karimova', application_type: 'founder' };
const ISSUED = { ...VISA, status_type: 'visa_issued', valid_from: null, valid_to: null };

/** What the script needs of an element. */
class Part {
  hidden = false;
  textContent = '';
  ariaDisabled: string | null = null;
  dataset: Record<string, string> = {};
  private pressed = () => {};
  private readonly views: string;
  constructor(views = '') {
    this.views = views;
  }
  matches = (selector: string) => this.views.split(' ').some((view) => selector === `[data-when~=${view}]`);
  addEventListener = (_event: string, listen: () => void) => {
    this.pressed = listen;
  };
  press = () => this.pressed();
  querySelector = () => new Part();
  closest = () => null;
  setAttribute = () => {};
  removeAttribute = () => {};
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Opens the page of a visa. @param responses of the host, in order */
async function openPage(responses: (() => Response)[]) {
  const document = { title: TITLE, documentElement: { lang: 'en' }, adoptedStyleSheets: [] };
  const views = {
    shown: new Part('loading shown'),
    missing: new Part('missing'),
    failed: new Part('failed busy'),
    absent: new Part('absent'),
  };
  const again = new Part();
  const listeners = new Map<string, () => void>();
  let Check: (new () => { connectedCallback(): void }) | undefined;
  vi.stubGlobal(
    'HTMLElement',
    class {
      dataset = {
        words: JSON.stringify({
          ...visaWords((key) => (key === 'fileName' ? 'Visa {{name}}' : key), []),
          address: '',
          entry: '',
          loading: '',
          qr: '',
        }),
        endpoint: '/api/v1/employee-visa/',
        route: '/employee-visa/',
      };
      querySelector = () => new Part();
      querySelectorAll = (selector: string) =>
        selector === '[data-again]' ? [again] : selector === '[data-when]' ? Object.values(views) : [];
    },
  );
  vi.stubGlobal('customElements', {
    define: (_name: string, element: typeof Check) => {
      Check = element;
    },
  });
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { pathname: '/en/employee-visa/ABC123', origin: 'https://portal.example', hash: '' });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run());
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  );
  vi.stubGlobal('addEventListener', (event: string, listen: () => void, { signal }: { signal: AbortSignal }) => {
    listeners.set(event, listen);
    signal.addEventListener('abort', () => listeners.get(event) === listen && listeners.delete(event));
  });
  vi.stubGlobal('fetch', () => Promise.resolve(responses.shift()?.() ?? Response.error()));
  await import('../../../src/components/visa-check.ts');
  if (!Check) throw new Error('no element');
  new Check().connectedCallback();
  return {
    views,
    again,
    /** The title on paper. */
    printed(): string {
      listeners.get('beforeprint')?.();
      const { title } = document;
      listeners.get('afterprint')?.();
      expect(document.title, 'afterwards').toBe(TITLE);
      return title;
    },
  };
}

it('a printout has the name of the holder only while the visa is shown', async () => {
  const { views, again, printed } = await openPage([
    () => Response.json({ data: ISSUED }),
    () => Response.json({ code: 'not_found', message: '' }, { status: 404 }),
    () => Response.json({ data: ISSUED }),
  ]);
  await vi.waitFor(() => expect(printed()).toBe('Visa Karimova Dilnoza'));
  again.press();
  await vi.waitFor(() => expect([views.shown.hidden, views.missing.hidden]).toEqual([true, false]));
  expect(printed()).toBe(TITLE);
  await vi.waitFor(() => expect(again.ariaDisabled).toBeNull());
  again.press();
  await vi.waitFor(() => expect(views.shown.hidden).toBe(false));
  expect(printed()).toBe('Visa Karimova Dilnoza');
});

it.each([404, 405, 502])('a host without the call (%i) is not an unknown code', async (status) => {
  const body = { code: 'not_found', message: '', call_absent: true };
  const { views } = await openPage([() => Response.json(body, { status })]);
  await vi.waitFor(() => expect(views.absent.hidden).toBe(false));
  expect([views.missing.hidden, views.failed.hidden, views.shown.hidden]).toEqual([true, true, true]);
});
