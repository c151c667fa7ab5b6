/** Other programs that change a page: translators, password managers, and browsers that store nothing. */
import type { BrowserContext, Page } from 'playwright/test';

/** Marks a translator's elements, so that no text is translated twice. */
const TRANSLATED = 'data-translated';

/**
 * Translates a page like Chrome, Edge and Yandex: each text node, also a new one, is replaced by
 * `<font><font>text</font></font>`. The text stays, so that tests find it.
 * @param mark is put before each text that must differ
 */
export function translate(target: Page | BrowserContext, mark = ''): Promise<unknown> {
  return target.addInitScript(
    ([own = '', before = '']) => {
      const replace = (text: Text) => {
        const parent = text.parentElement;
        if (!parent || text.data.trim() === '') return;
        if (parent.closest(`[translate=no], [${own}], script, style, noscript, template, textarea, head`)) return;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        outer.setAttribute(own, '');
        inner.textContent = before + text.data;
        outer.append(inner);
        text.replaceWith(outer);
      };
      const replaceIn = (node: Node) => {
        if (node instanceof Text) return replace(node);
        const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        const found: Text[] = [];
        while (texts.nextNode()) found.push(texts.currentNode as Text);
        for (const text of found) replace(text);
      };
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) replaceIn(node);
      }).observe(document, { childList: true, subtree: true });
    },
    [TRANSLATED, mark],
  );
}

/** Adds elements, attributes and a style sheet to forms and fields, like password managers. */
export function addPasswordManager(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const seen = new WeakSet<Element>();
    const element = (name: string) => Object.assign(document.createElement(name), { className: 'of-a-manager' });
    new MutationObserver(() => {
      document.documentElement?.setAttribute('data-manager', 'ready');
      document.body?.setAttribute('cz-shortcut-listen', 'true');
      for (const form of document.querySelectorAll('form, fieldset, main, .field')) {
        if (seen.has(form)) continue;
        seen.add(form);
        form.prepend(element('div'));
        form.append(element('com-1password-button'));
      }
      for (const input of document.querySelectorAll('input, select, textarea')) {
        if (seen.has(input)) continue;
        seen.add(input);
        input.setAttribute('data-lpignore', 'false');
        input.after(element('span'));
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

export type StorageFault = 'blocked' | 'null' | 'silent' | 'lost';

/**
 * `blocked`: all cookies are blocked. `null`: local storage is null, as in some embedded browsers. `silent`: the database
 * never opens. `lost`: its connection closes without an event, after each call that follows `loseConnections`.
 */
export function breakStorage(page: Page, fault: StorageFault): Promise<unknown> {
  return page.addInitScript((kind) => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    const give = (name: string, get: () => unknown) => Object.defineProperty(window, name, { configurable: true, get });
    if (kind === 'null') give('localStorage', () => null);
    if (kind === 'silent') IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    if (kind === 'lost') {
      const { open } = IDBFactory.prototype;
      const opened: IDBDatabase[] = [];
      IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given);
        request.addEventListener('success', () => opened.push(request.result));
        return request;
      };
      Object.assign(window, { loseConnections: () => opened.splice(0).map((database) => database.close()) });
    }
    if (kind !== 'blocked') return;
    for (const name of ['localStorage', 'sessionStorage']) give(name, refuse);
    IDBFactory.prototype.open = refuse;
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
    LockManager.prototype.request = () => Promise.reject(new DOMException('Access is denied', 'SecurityError'));
    LockManager.prototype.query = () => Promise.reject(new DOMException('Access is denied', 'SecurityError'));
  }, fault);
}
