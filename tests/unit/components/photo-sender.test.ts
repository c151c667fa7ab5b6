/** The choice of a file on the page of a photo's link. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { FileWorker } from '../../fixtures/file-worker.ts';

const PDF = readFileSync(new URL('../../fixtures/resume.pdf', import.meta.url));

/** What the script needs of an element. */
class Part {
  hidden = false;
  textContent = '';
  value = '';
  accept = '';
  dataset: Record<string, string> = {};
  files: File[] = [];
  private changed = () => {};
  addEventListener = (_event: string, listen: () => void) => {
    this.changed = listen;
  };
  hasAttribute = () => false;
  choose(file: File): void {
    this.files = [file];
    this.changed();
  }
}

afterEach(() => void vi.unstubAllGlobals());

/** A PDF that the device hands out when `release` is called. */
function slowFile(name: string) {
  const file = new File([PDF], name, { type: 'application/pdf' });
  const released = Promise.withResolvers<void>();
  const slice = file.slice.bind(file);
  file.slice = (...range) => {
    const part = slice(...range);
    const read = part.arrayBuffer.bind(part);
    part.arrayBuffer = () => released.promise.then(read);
    return part;
  };
  return { file, release: released.resolve };
}

async function openPage() {
  const [input, name] = [new Part(), new Part()];
  let Page: (new () => { connectedCallback(): void }) | undefined;
  vi.stubGlobal(
    'HTMLElement',
    class {
      querySelector = (selector: string) => (selector === '[data-name]' ? name : null);
      querySelectorAll = (selector: string) => (selector === 'input' ? [input] : []);
      contains = () => false;
    },
  );
  vi.stubGlobal('customElements', {
    define: (_name: string, element: typeof Page) => {
      Page = element;
    },
  });
  vi.stubGlobal('Worker', FileWorker);
  vi.stubGlobal('navigator', { userAgent: '', vendor: '' });
  vi.stubGlobal('window', {});
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('location', { pathname: '/en/parcel/photo', search: '', hash: '' });
  vi.stubGlobal('document', { activeElement: null, addEventListener: () => {}, visibilityState: 'visible' });
  await import('../../../src/components/photo-sender.ts');
  if (!Page) throw new Error('no element');
  new Page().connectedCallback();
  return { input, name };
}

it('a file chosen while another one is being read stays the chosen one', async () => {
  const { input, name } = await openPage();
  const [first, second] = [slowFile('first.pdf'), slowFile('second.pdf')];
  input.choose(first.file);
  input.choose(second.file);
  second.release();
  await vi.waitFor(() => expect(name.textContent).toBe('second.pdf'));
  first.release();
  await new Promise((done) => setTimeout(done, 200));
  expect(name.textContent).toBe('second.pdf');
});
