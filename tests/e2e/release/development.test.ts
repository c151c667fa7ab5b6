/** `npm run dev` serves working pages and the workers at one URL. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mainOf, sendButton } from '../support/account-page.ts';
import { words } from '../support/locale-words.ts';
import { expect, test } from '../support/portal.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

test('the development server shows pages whose forms work, with the workers behind them', async ({ page }) => {
  const port = await freePort();
  const state = mkdtempSync(join(tmpdir(), 'it-visa-dev-'));
  const server = spawn('node', ['functions/local/launch.mjs', 'functions/local/dev.ts'], {
    env: { ...process.env, PORT: String(port), PORTAL_STATE: state },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('in development at') && resolve());
      server.once('exit', () => reject(new Error('the development server ended')));
    });
    await page.goto(`http://localhost:${port}/en/auth/login`);
    // The first page waits until everything is compiled.
    await sendButton(page, words('en', 'auth', 'login.submit')).click();
    await expect(mainOf(page)).toContainText(words('en', 'forms', 'errors.required.email'));
    const response = await page.request.get(`http://localhost:${port}/api/v1/user`);
    expect(response.status()).toBe(401);
  } finally {
    // The page would report that its server is gone.
    await page.goto('about:blank');
    server.kill('SIGINT');
    await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve(null)));
    rmSync(state, { recursive: true, force: true });
  }
});
