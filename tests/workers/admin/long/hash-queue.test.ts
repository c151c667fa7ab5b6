/** The queue of password hashes: one at a time, in turns by network, and `busy` when full. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTurn, ownTurns } from '../../../../functions/admin/secrets/hash-queue.ts';
import { networkOf } from '../../../../src/domain/security/network.ts';
import { createApplication, PASSWORD } from '../support/applications.ts';
import { call, migrate, readRefusal } from '../support/host.ts';

const MAX_WAITING = 30;

beforeAll(migrate);

/** Work that ends when the test says so, and the order in which it started. */
function work() {
  const began: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  return {
    began,
    open,
    by: (network: string, name: string) =>
      inTurn(network, async () => {
        began.push(name);
        await gate;
        return name;
      }),
  };
}

/** The clock stands still, so that no turn ends by its time. */
function stopClock() {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
}
afterEach(() => void vi.restoreAllMocks());

const codeOf = (error: unknown) => (error as { code?: string }).code;

describe('the queue of hashes', () => {
  it('password hashes run one at a time with a gap for other work', async () => {
    let running = 0;
    let between = 0;
    const tick = setInterval(() => {
      if (running === 0) between += 1;
    }, 1);
    const hash = () =>
      inTurn('a', async () => {
        running += 1;
        expect(running).toBe(1);
        await new Promise((done) => setTimeout(done, 5));
        running -= 1;
      });
    await Promise.all([hash(), hash(), hash()]);
    clearInterval(tick);
    expect(between).toBeGreaterThan(2);
  });

  it('networks take turns in the hash queue, whose first hash runs at once', async () => {
    const { began, open, by } = work();
    const many = ['a1', 'a2', 'a3'].map((name) => by('a', name));
    await expect.poll(() => began).toEqual(['a1']);
    const other = by('b', 'b1');
    open();
    await Promise.all([...many, other]);
    expect(began.slice(0, 3)).toEqual(expect.arrayContaining(['a1', 'a2', 'b1']));
    expect(began.indexOf('b1')).toBeLessThan(began.indexOf('a3'));
  });

  it("a full hash queue refuses a network's next hash and gives the last place to another network", async () => {
    const { began, open, by } = work();
    const first = by('a', 'first');
    await expect.poll(() => began).toEqual(['first']);
    stopClock();
    const many = Array.from({ length: MAX_WAITING }, (_, nth) => by('a', `a${nth}`).catch(codeOf));
    expect(await by('a', 'one more').catch(codeOf)).toBe('busy');
    const other = by('b', 'another network');
    vi.mocked(performance.now).mockRestore();
    open();
    expect(await other).toBe('another network');
    const outcomes = await Promise.all(many);
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(1);
    expect(outcomes.at(-1)).toBe('busy');
    await first;
  });

  it('a network that pushes into a full hash queue loses its places to others, and a known browser has one of its own', async () => {
    const { began, open, by } = work();
    const first = by('a', 'first');
    await expect.poll(() => began).toEqual(['first']);
    stopClock();
    const many = Array.from({ length: MAX_WAITING }, (_, nth) => by('a', `a${nth}`).catch(codeOf));
    const stranger = by('b', 'stranger');
    const others = Array.from({ length: MAX_WAITING }, (_, nth) => by(`c${nth}`, `c${nth}`).catch(codeOf));
    const known = inTurn(ownTurns('browser'), async () => 'known').catch(codeOf);
    vi.mocked(performance.now).mockRestore();
    open();
    expect(await stranger).toBe('stranger');
    expect(await known).toBe('known');
    expect((await Promise.all(others)).filter((outcome) => outcome !== 'busy').length).toBeGreaterThan(MAX_WAITING - 5);
    expect((await Promise.all(many)).filter((outcome) => outcome === 'busy').length).toBeGreaterThan(MAX_WAITING - 5);
    await first;
  });

  it('the hash queue continues after a failed hash', async () => {
    const failing = inTurn('a', () => Promise.reject(new Error('no memory')));
    await expect(failing).rejects.toThrow('no memory');
    expect(await inTurn('a', async () => 'done')).toBe('done');
  });
});

describe('sign-in while the queue is full', () => {
  it('a sign-in while the hash queue is full is busy with a time to retry, and does not count as a try', async () => {
    const { email } = await createApplication();
    const { began, open, by } = work();
    const address = '192.0.2.7';
    const network = networkOf(address);
    const first = by(network, 'first');
    await expect.poll(() => began).toEqual(['first']);
    stopClock();
    const others = Array.from({ length: MAX_WAITING }, (_, nth) => by(network, `other ${nth}`));
    const signIn = (password: string) =>
      call('/user-login', { json: { email, password }, headers: { 'X-Client-Address': address } });
    // More attempts than the limit for wrong passwords.
    for (let nth = 0; nth < 7; nth += 1) {
      const response = await signIn('a wrong password');
      expect(response.headers.get('Retry-After')).toMatch(/^\d+$/);
      expect(await readRefusal(response)).toEqual({ status: 503, code: 'busy' });
    }
    vi.mocked(performance.now).mockRestore();
    open();
    await Promise.all([first, ...others]);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });
});
