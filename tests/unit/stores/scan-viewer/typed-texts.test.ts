/** What an officer typed stays in the tab, for its page only. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

class Area {
  value: string;
  readonly name: string;
  readonly form: { action: string };
  constructor(name: string, value: string, action: string) {
    this.value = value;
    this.name = name;
    this.form = { action };
  }
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
  return { type, texts: () => Object.fromEntries(areas.map(({ name, value }) => [name, value])) };
}

it('what was typed into one template does not fill the empty language of another', async () => {
  const first = await openPage('/templates?edit=3', '/templates?edit=3', { ru: 'Скан', en: 'A scan' });
  first.type(0, 'Скан размыт');
  const other = await openPage('/templates?edit=5', '/templates?edit=5', { ru: 'Фото', en: '' });
  expect(other.texts()).toEqual({ ru: 'Фото', en: '' });
  const again = await openPage('/templates?edit=3', '/templates?edit=3', { ru: '', en: '' });
  expect(again.texts()).toEqual({ ru: 'Скан размыт', en: 'A scan' });
});

it('a page that confirms an action forgets what this has stored, and does not confirm it again after Back', async () => {
  const page = await openPage('/applications/ITV-1', '/applications/ITV-1', { message: '', text: '' });
  page.type(0, 'A question');
  page.type(1, 'Called');
  const path = '/applications/ITV-1?done=noted&queue=mine';
  const after = await openPage(path, '/applications/ITV-1', { message: '', text: '' }, 'noted');
  expect(after.texts()).toEqual({ message: 'A question', text: '' });
  expect(String(replaceState.mock.lastCall?.[2])).toBe(`${ORIGIN}/applications/ITV-1?queue=mine`);
});
