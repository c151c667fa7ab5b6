/** What an officer typed stays in the tab, for its page only. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

class Area {
  value: string;
  readonly defaultValue: string;
  readonly name: string;
  readonly form: { action: string; method: string };
  constructor(name: string, value: string, action: string) {
    this.value = value;
    this.defaultValue = value;
    this.name = name;
    this.form = { action, method: 'post' };
  }
  closest = () => null;
}

const ORIGIN = 'https://desk.example.org';
let stored: Record<string, string>;
const replaceState = vi.fn();

beforeEach(() => {
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
  };
  stored = Object.create(methods) as Record<string, string>;
  vi.stubGlobal('sessionStorage', stored);
  vi.stubGlobal('history', { state: null, replaceState });
  vi.stubGlobal('HTMLTextAreaElement', Area);
  vi.stubGlobal('HTMLInputElement', class {});
  vi.stubGlobal('HTMLSelectElement', class {});
});
afterEach(() => vi.unstubAllGlobals());

/** Opens a page with areas, whose texts are by name. @returns a function that types into one */
async function openPage(path: string, action: string, texts: Record<string, string>, done?: string) {
  const areas = Object.entries(texts).map(([name, value]) => new Area(name, value, `${ORIGIN}${action}`));
  const dataset = { officer: 'anna@office.example', ...(done && { done }) };
  const page = Object.assign(new EventTarget(), { body: { dataset }, querySelectorAll: () => areas });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { href: `${ORIGIN}${path}` });
  vi.resetModules();
  await import('../../../../src/stores/scan-viewer/typed.ts');
  const type = (at: number, value: string) => {
    const target = areas[at] as Area;
    target.value = value;
    const event = new Event('input');
    Object.defineProperty(event, 'target', { value: target });
    page.dispatchEvent(event);
  };
  const submit = () => page.dispatchEvent(new Event('submit'));
  return { type, submit, texts: () => Object.fromEntries(areas.map(({ name, value }) => [name, value])) };
}

it('what was typed into one template does not fill the empty language of another', async () => {
  const first = await openPage('/templates?edit=3', '/templates?edit=3', { ru: 'Скан', en: 'A scan' });
  first.type(0, 'Скан размыт');
  const other = await openPage('/templates?edit=5', '/templates?edit=5', { ru: 'Фото', en: '' });
  expect(other.texts()).toEqual({ ru: 'Фото', en: '' });
  const again = await openPage('/templates?edit=3', '/templates?edit=3', { ru: '', en: '' });
  expect(again.texts()).toEqual({ ru: 'Скан размыт', en: 'A scan' });
});

it('a text that a template has filled in is kept when the form is sent, and stays when its preview is', async () => {
  const path = '/applications/ITV-1/decision/rejected';
  (await openPage(path, path, { note: 'From a template' })).submit();
  (await openPage(path, path, {})).submit();
  expect((await openPage(path, path, { note: '' })).texts()).toEqual({ note: 'From a template' });
});

it('a page that confirms an action forgets what this has stored, and does not confirm it again after Back', async () => {
  const page = await openPage('/applications/ITV-1', '/applications/ITV-1', { message: '', text: '' });
  page.type(0, 'A question');
  page.type(1, 'Called');
  page.submit();
  const path = '/applications/ITV-1?done=noted&queue=mine';
  const after = await openPage(path, '/applications/ITV-1', { message: '', text: '' }, 'noted');
  expect(after.texts()).toEqual({ message: 'A question', text: '' });
  expect(String(replaceState.mock.lastCall?.[2])).toBe(`${ORIGIN}/applications/ITV-1?queue=mine`);
});

it.each([
  { list: '/messages', done: 'answered', paths: ['/messages/Q-1', '/messages/Q-2'], field: 'text' },
  { list: '/templates', done: 'saved', paths: ['/templates?edit=31', '/templates?edit=3'], field: 'ru' },
  { list: '/templates', done: 'saved', paths: ['/templates?edit=3', '/templates?edit=31'], field: 'ru' },
])('$done: what was sent is forgotten, what was typed on another page below $list stays', async (place) => {
  const [sent = '', other = ''] = place.paths;
  const open = (path: string) => openPage(path, path, { [place.field]: '' });
  (await open(other)).type(0, 'Not sent yet');
  const page = await open(sent);
  page.type(0, 'Sent');
  page.submit();
  await openPage(`${place.list}?done=${place.done}`, place.list, {}, place.done);
  expect((await open(sent)).texts()).toEqual({ [place.field]: '' });
  expect((await open(other)).texts()).toEqual({ [place.field]: 'Not sent yet' });
});

it('a decision forgets its note also on the page of the application, where it was typed', async () => {
  const page = await openPage('/applications/ITV-1', '/applications/ITV-1', { note: '', text: '' });
  page.type(0, 'A sharper scan');
  page.type(1, 'Called');
  page.submit();
  const decision = '/applications/ITV-1/decision/changes_requested';
  (await openPage(decision, decision, {})).submit();
  const after = '/applications/ITV-1?done=decided';
  const texts = (await openPage(after, '/applications/ITV-1', { note: '', text: '' }, 'decided')).texts();
  expect(texts).toEqual({ note: '', text: 'Called' });
});
