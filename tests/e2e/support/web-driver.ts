/** A browser behind its maker's driver, by W3C WebDriver: JSON over HTTP (https://www.w3.org/TR/webdriver2/). */
import { expect } from 'playwright/test';
import type { OtherBrowser } from './other-browser.ts';

/** WebDriver's key of an element (section "Elements"). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** WebDriver's name of the key (section "Keyboard actions"). */
const ESCAPE = '\uE00C';

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/**
 * Waits until the driver responds, and opens a session.
 * @param origin of the driver
 * @returns the browser, and a function that closes it
 * @throws {Error} with WebDriver's error code and message, as do the browser's calls
 */
export async function openSession(origin: string): Promise<{ browser: OtherBrowser; close: () => Promise<void> }> {
  const driver = callsTo(origin);
  await expect(() => driver('GET', '/status')).toPass();
  const { sessionId } = (await driver('POST', '/session', {
    // The certificate of secure-front.ts.
    capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
  })) as { sessionId: string };
  const session: Call = (method, path, body) => driver(method, `/session/${sessionId}${path}`, body);
  return { browser: browserOf(session), close: () => session('DELETE', '').then(() => undefined) };
}

function callsTo(origin: string): Call {
  return async (method, path, body) => {
    const response = await fetch(origin + path, { method, body: body ? JSON.stringify(body) : null });
    const { value } = (await response.json()) as { value: unknown };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${method} ${path}: ${error}. ${message}`);
  };
}

function browserOf(session: Call): OtherBrowser {
  /** Calls an element command. */
  const act = async (selector: string, command: string, body = {}) => {
    const found = await session('POST', '/element', { using: 'css selector', value: selector });
    await session('POST', `/element/${(found as Record<string, string>)[ELEMENT]}/${command}`, body);
  };
  const perform = async (type: 'key' | 'pointer', actions: object[]) => {
    await session('POST', '/actions', { actions: [{ type, id: type, actions }] });
    await session('DELETE', '/actions');
  };
  return {
    async goto(address) {
      await session('POST', '/url', { url: address });
    },
    async reload() {
      await session('POST', '/refresh', {});
    },
    // Waits for the page. A script that WebKit runs while `history.back()` replaces its page is never answered.
    async back() {
      await session('POST', '/back', {});
    },
    async evaluate(code, given) {
      const script = `return (${code})(arguments[0])`;
      // WebDriver waits for a Promise.
      return (await session('POST', '/execute/sync', { script, args: [given ?? null] })) as never;
    },
    click: (selector) => act(selector, 'click'),
    type: (selector, text) => act(selector, 'value', { text }),
    // Options are chosen by a click, files by typing their path.
    select: (selector, value) => act(`${selector} option[value="${value}"]`, 'click'),
    upload: (selector, path) => act(selector, 'value', { text: path }),
    pressEscape: () =>
      perform('key', [
        { type: 'keyDown', value: ESCAPE },
        { type: 'keyUp', value: ESCAPE },
      ]),
    // WebKitGTK leaves the key to the program around it, which calls the same command.
    async pressUndo() {
      await session('POST', '/execute/sync', { script: "document.execCommand('undo')", args: [] });
    },
    clickAt: (x, y) =>
      perform('pointer', [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
  };
}
