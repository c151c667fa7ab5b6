/** On the runtime's own Web Locks. */
import { beforeEach, expect, it, vi } from 'vitest';
import { createWebLock } from '../../../../src/stores/device/saving.ts';

let count = 0;
let name: string;
const nobody = () => {
  throw new Error('not expected');
};

/** Another tab has the lock, or steals it. @returns closes it */
function otherTab(options: LockOptions = {}): () => void {
  let close = () => {};
  const open = new Promise<void>((resolve) => {
    close = resolve;
  });
  // It may be stolen from there.
  navigator.locks.request(name, options, () => open).catch(() => undefined);
  return close;
}

beforeEach(() => {
  name = `lock ${++count}`;
});

it('is taken where no other tab has it', async () => {
  expect(await createWebLock(name).take(nobody, nobody)).toBe(true);
});

it('is waited for where another tab has it, and comes when that is closed', async () => {
  const close = otherTab();
  const onFree = vi.fn();
  expect(await createWebLock(name).take(nobody, onFree)).toBe(false);
  expect(onFree).not.toHaveBeenCalled();
  close();
  await expect.poll(() => onFree).toHaveBeenCalledOnce();
});

it('is taken from another tab, which is told once', async () => {
  const onLost = vi.fn();
  await createWebLock(name).take(onLost, nobody);
  await createWebLock(name).steal(nobody);
  await expect.poll(() => onLost).toHaveBeenCalledOnce();
});

it('comes back to a tab that waited, was passed over, and waits still', async () => {
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

it('says that the browser refuses locks, which is no other tab', async () => {
  const request = vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('denied', 'SecurityError'));
  await expect(createWebLock(name).take(nobody, nobody)).rejects.toThrow('denied');
  // One that never answers, and tells of no tab that has it.
  request.mockReturnValue(new Promise(() => undefined));
  expect(await createWebLock(name).take(nobody, nobody)).toBe(true);
  request.mockRestore();
});
