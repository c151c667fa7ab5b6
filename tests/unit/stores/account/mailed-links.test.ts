/** The link of a mail's page: the one in the address, not a fragment of the page itself. */
import { beforeEach, expect, test, vi } from 'vitest';
import { setPorts } from '../../../fixtures/ports.ts';
import { json, resetBrowser, setHost } from './world.ts';

const { mailedLinks } = await import('../../../../src/stores/account/mailed-links.ts');
const { ports } = await import('../../../../src/stores/browser/ports.ts');

let fragment = '';
let changed = () => {};

/** The address gets another fragment. */
function openFragment(next: string): void {
  fragment = next;
  changed();
}

beforeEach(() => {
  resetBrowser();
  setPorts({ ...ports, currentPath: () => `/en/confirm${fragment}` });
  vi.stubGlobal('addEventListener', (_event: string, listener: () => void) => {
    changed = listener;
  });
  vi.stubGlobal('removeEventListener', () => undefined);
});

test('the skip link leaves the link of the page', () => {
  fragment = '#first';
  const close = mailedLinks.confirm.open();
  openFragment('#main');
  expect(mailedLinks.confirm.$token.get()).toBe('first');
  close();
});

test('a second link opened over the first one replaces it, without the error of the first', async () => {
  setHost(() => json(410, { code: 'link_expired', message: 'no', request_id: 'request-1' }));
  fragment = '#first';
  const close = mailedLinks.confirm.open();
  expect(await mailedLinks.confirm.submit('first', 'en')).toBe(false);
  expect(mailedLinks.confirm.$state.get().refusal?.code).toBe('link_expired');
  openFragment('#second');
  expect(mailedLinks.confirm.$token.get()).toBe('second');
  expect(mailedLinks.confirm.$state.get().refusal).toBeNull();
  close();
});

test('a refusal of the first link that arrives late is not shown at the second one', async () => {
  const slow = Promise.withResolvers<Response>();
  setHost(() => slow.promise);
  fragment = '#first';
  const close = mailedLinks.confirm.open();
  const sending = mailedLinks.confirm.submit('first', 'en');
  openFragment('#second');
  slow.resolve(json(410, { code: 'link_expired', message: 'no', request_id: 'request-1' }));
  expect(await sending).toBe(false);
  expect(mailedLinks.confirm.$state.get().refusal).toBeNull();
  close();
});
