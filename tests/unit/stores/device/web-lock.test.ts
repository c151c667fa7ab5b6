/** Uses the runtime's own Web Locks. */
import { beforeEach, expect, it, vi } from 'vitest';
import { createWebLock } from '../../../../src/stores/device/entry-lock.ts';

let count = 0;
let name: string;
const nobody = () => {
  throw new Error('not expected');
};

/** Another tab takes or steals the lock. @returns a function that closes it */
function otherTab(options: LockOptions = {}): () => void {
  let close = () => {};
  const open = new Promise<void>((resolve) => {
    close = resolve;
  });
  // The lock may be stolen from that tab.
  navigator.locks.request(name, options, () => open).catch(() => undefined);
  return close;
}

beforeEach(() => {
  name = `lock ${++count}`;
});

it("the web lock's take returns true where no other tab has the lock", async () => {
  expect(await createWebLock(name).take(nobody, nobody)).toBe(true);
});

it("the web lock's take returns false where another tab has it, and onFree is called once that tab is closed", async () => {
  const close = otherTab();
  const onFree = vi.fn();
  expect(await createWebLock(name).take(nobody, onFree)).toBe(false);
  expect(onFree).not.toHaveBeenCalled();
  close();
  await expect.poll(() => onFree).toHaveBeenCalledOnce();
});

it("the web lock's steal takes it from another tab, whose onLost is called once", async () => {
  const onLost = vi.fn();
  await createWebLock(name).take(onLost, nobody);
  await createWebLock(name).steal(nobody);
  await expect.poll(() => onLost).toHaveBeenCalledOnce();
});

it('a tab whose stolen web lock was stolen again gets it back when that tab is closed', async () => {
  const close = otherTab();
  const lock = createWebLock(name);
  const onFree = vi.fn();
  await lock.take(nobody, onFree);
  const onLost = vi.fn();
  await lock.steal(onLost);
  const closeThird = otherTab({ steal: true });
  await expect.poll(() => onLost).toHaveBeenCalledOnce();
  expect(onFree).not.toHaveBeenCalled();
  closeThird();
  await expect.poll(() => onFree).toHaveBeenCalledOnce();
  close();
});

it("the web lock's take rejects when the browser refuses locks, and returns true when it never responds", async () => {
  const request = vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('denied', 'SecurityError'));
  await expect(createWebLock(name).take(nobody, nobody)).rejects.toThrow('denied');
  // A browser that never responds and reports no holder.
  request.mockReturnValue(new Promise(() => undefined));
  expect(await createWebLock(name).take(nobody, nobody)).toBe(true);
  request.mockRestore();
});
