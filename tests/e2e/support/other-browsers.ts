/**
 * Tests in Debian's Firefox and WebKit, each in a new browser. Playwright drives only its own builds and newer versions of
 * Firefox. Firefox supports WebDriver BiDi (Puppeteer), and WebKitGTK has a WebDriver. WebKit needs a display, and gets a
 * virtual one. Chromium is here with its back/forward cache, which Playwright turns off.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { freePort, start, stop } from '../../../functions/local/machine.ts';
import { CHROMIUM, findFirefox } from '../../run/requirements.ts';
import type { OtherBrowser } from './other-browser.ts';
import { expect, expectedErrors, test as portal } from './portal.ts';
import { openSecureFront } from './secure-front.ts';
import { openSession } from './web-driver.ts';

/** The router prefetches the page of a link under the pointer; Firefox asks `default-src`, and then leaves it. */
const NO_PREFETCH =
  /^Error: Content-Security-Policy: .* resource \(default-src\) at http:\/\/localhost:\d+\/(?:ru|en)\/[\w/]* /;

interface OtherBrowsers {
  noErrors: undefined;
  /** A folder for the browser's files, removed after the test. */
  folder: string;
  /** The name of a virtual display, such as `:1`. */
  display: string;
  /** Preferences of Firefox, as `about:config` names them. */
  preferences: Record<string, unknown>;
  /** Starts Firefox with the profile of the test, also again once it is closed. */
  startFirefox: () => Promise<Browser>;
  firefox: OtherBrowser;
  /** Whole Chromium with its back/forward cache. */
  chromium: OtherBrowser;
  webkit: OtherBrowser;
  /** `https://localhost:port` of the portal, since WebKit keeps no sign-in over plain HTTP: it stores no `Secure` cookie there. */
  secureOrigin: string;
}

export const test = portal.extend<OtherBrowsers>({
  // Playwright's own browser is not needed.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  noErrors: async ({}, use) => use(undefined),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'it-visa-browser-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  display: async ({}, use) => {
    // Xvfb chooses a free number and prints it.
    const command = ['Xvfb', '-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1280x1024x24'];
    const screen = start(command, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    try {
      await use(`:${await firstLine(screen.stdio[3] as Readable)}`);
    } finally {
      await stop(screen);
    }
  },
  preferences: [{}, { option: true }],
  startFirefox: async ({ folder, preferences }, use) => {
    const userDataDir = inside(folder, 'profile');
    const env = { ...process.env, ...homeIn(folder) };
    const executablePath = findFirefox();
    await use(() =>
      puppeteer.launch({
        ...LAUNCH,
        browser: 'firefox',
        executablePath,
        userDataDir,
        env,
        extraPrefsFirefox: preferences,
      }),
    );
  },
  chromium: async ({ folder }, use) => {
    const browser = await puppeteer.launch({
      ...LAUNCH,
      executablePath: CHROMIUM,
      userDataDir: inside(folder, 'profile'),
      env: { ...process.env, ...homeIn(folder) },
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    });
    try {
      await use(driven(await browser.newPage()));
    } finally {
      await browser.close();
    }
  },
  firefox: async ({ startFirefox }, use) => {
    const browser = await startFirefox();
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await use(driven(page));
      const expected = [NO_PREFETCH, ...expectedErrors];
      expect(errors.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
    } finally {
      await browser.close();
    }
  },
  webkit: async ({ folder, display }, use) => {
    const port = await freePort();
    const env = { ...homeIn(folder), DISPLAY: display };
    const driver = start(['WebKitWebDriver', `--port=${port}`], { env, stdio: 'ignore' });
    try {
      const { browser, close } = await openSession(`http://127.0.0.1:${port}`);
      await use(browser);
      await close();
    } finally {
      await stop(driver);
    }
  },
  secureOrigin: async ({ baseURL }, use) => {
    const front = await openSecureFront(String(baseURL));
    await use(`https://${front.host}`);
    front.close();
  },
});

const LAUNCH = {
  defaultViewport: { width: 1280, height: 900 },
  // Playwright ends the test, and the test ends its browser.
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
};

/** Where a desktop program stores files outside its profile. */
function homeIn(folder: string): Record<string, string> {
  const names = { HOME: 'home', XDG_CACHE_HOME: 'cache', XDG_CONFIG_HOME: 'config', XDG_DATA_HOME: 'data' };
  return Object.fromEntries(Object.entries(names).map(([name, below]) => [name, inside(folder, below)]));
}

function inside(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error('Xvfb ended without a screen');
}

function driven(page: Page): OtherBrowser {
  const element = async (selector: string) => {
    const found = await page.$(selector);
    if (!found) throw new Error(`Nothing matches ${selector}`);
    return found;
  };
  return {
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    // Puppeteer would wait for a load that a page from the back/forward cache does not have.
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    evaluate: (code, given) => page.evaluate(code as never, given) as never,
    click: async (selector) => (await element(selector)).click(),
    type: async (selector, text) => (await element(selector)).type(text),
    select: async (selector, value) => void (await page.select(selector, value)),
    upload: async (selector, path) => ((await element(selector)) as ElementHandle<HTMLInputElement>).uploadFile(path),
    pressEscape: () => page.keyboard.press('Escape'),
    pressUndo: async () => {
      await page.keyboard.down('Control');
      await page.keyboard.press('z');
      await page.keyboard.up('Control');
    },
    clickAt: (x, y) => page.mouse.click(x, y),
  };
}
