/**
 * The headers of every kind of response by two scanners: MDN's HTTP Observatory and Google's CSP Evaluator. The maximum for a
 * page is 135 here: further points require the browsers' own HSTS list, and cookies. Other files have no scripts with
 * integrity, and get 130.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CspEvaluator, DEFAULT_CHECKS } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { signInByCall } from '../support/account.ts';
import { mainOf, sharedAccount } from '../support/account-page.ts';
import { expect, test } from '../support/portal.ts';
import { openSecureFront } from '../support/secure-front.ts';

const PAGES = [
  '/ru',
  '/en/help',
  '/ru/employee-visa/ABC-123',
  '/en/auth/login',
  '/ru/application/passport',
  '/en/parcel/draft',
  '/en/profile',
];
const SCANNER = fileURLToPath(new URL('../support/observatory.ts', import.meta.url));

interface Scan {
  address: string;
  score: number;
  found: string[];
}

test("pages, data and files reach the best score of MDN's HTTP Observatory", async ({ page }) => {
  await signInByCall(page, await sharedAccount(page));
  await page.goto('/ru/profile/application/founder');
  const files = mainOf(page).locator('a[href*="/files/"]');
  await expect(files.first()).toBeVisible();
  const { origin } = new URL(page.url());
  const file = new URL((await files.first().getAttribute('href')) ?? '', origin);
  const script = /\/_astro\/[^"]+\.js/.exec(await (await page.request.get('/ru')).text())?.[0] ?? '';
  const data = [file.pathname + file.search, '/api/v1/user', '/robots.txt', '/favicon.svg', script];

  const front = await openSecureFront(origin);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [SCANNER, ...[...PAGES, ...data].map((path) => front.host + path)],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: front.certificate } },
  ).finally(() => front.close());
  const scans = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Scan);
  expect(scans).toHaveLength(PAGES.length + data.length);
  for (const [index, { address, score, found }] of scans.entries()) {
    expect(score, `${address}\n${found.join('\n')}`).toBeGreaterThanOrEqual(index < PAGES.length ? 135 : 130);
  }
});

test("the policies of pages and data have no finding of Google's CSP Evaluator", async ({ page }) => {
  for (const path of [...PAGES, '/ru/nothing-here', '/api/v1/user', '/robots.txt']) {
    const policy = (await page.request.get(path)).headers()['content-security-policy'] ?? '';
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate([], DEFAULT_CHECKS);
    const grave = findings.filter(({ severity }) => severity < Severity.INFO);
    // 'self' is safe for scripts: uploaded files are served with their own type, never as scripts (gateway/responses.ts).
    expect(
      grave.filter(({ directive, value }) => !(directive === 'script-src' && value === "'self'")),
      path,
    ).toEqual([]);
  }
});
