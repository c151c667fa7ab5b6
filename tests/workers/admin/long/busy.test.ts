/** Many large applications at once: memory stays bounded, and the rest is asked to retry. */
import { beforeAll, expect, it, vi } from 'vitest';
import { migrate, readRefusal, runSweep } from '../support/host.ts';
import { everythingStored, objectKeys } from '../support/storage.ts';
import { MIB, upload } from '../support/uploads.ts';

beforeAll(migrate);

it('an upload holds one file in memory and stores the others in the bucket until it is refused', async () => {
  const before = await everythingStored();
  const uploads = Array.from({ length: 5 }, () => upload({ whole: 3, open: 9 * MIB }));
  for (const { paused } of uploads) await paused;
  expect((await objectKeys()).length - (before.objects?.length ?? 0), 'objects').toBe(15);
  for (const { breakOff, response } of uploads) {
    breakOff();
    expect(await readRefusal(await response)).toEqual({ status: 400, code: 'malformed' });
  }
  expect(await everythingStored()).toEqual(before);
});

it('creations are refused as busy while six of the largest files are in memory, until one of them breaks off', async () => {
  const before = await everythingStored();
  const uploads = Array.from({ length: 6 }, () => upload({ whole: 0, open: 9 * MIB }));
  for (const { paused } of uploads) await paused;

  const delays = [];
  for (const chance of [0, 0.5, 0.99]) {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    const refused = await upload({ whole: 1, open: 1 }).response;
    delays.push(refused.headers.get('Retry-After'));
    expect(await readRefusal(refused)).toEqual({ status: 503, code: 'busy' });
  }
  expect(delays, 'not all come back at once').toEqual(['10', '15', '20']);
  expect(await everythingStored()).toEqual(before);
  uploads[0]?.breakOff();
  expect(await readRefusal(await (uploads[0] as (typeof uploads)[0]).response)).toEqual({
    status: 400,
    code: 'malformed',
  });
  const again = upload({ whole: 0, open: 9 * MIB });
  await again.paused;
  for (const { breakOff, response } of [...uploads, again]) {
    breakOff();
    expect((await response).status).toBe(400);
  }
});

it('the sweep deletes orphaned files only after an hour', async () => {
  const slow = upload({ whole: 2, open: 1 });
  await slow.paused;
  const objects = await objectKeys();
  await runSweep(Date.now() + 60 * 60_000);
  expect(await objectKeys()).toEqual(objects);
  await runSweep(Date.now() + 61 * 60_000);
  expect((await objectKeys()).length).toBe(objects.length - 2);
  slow.breakOff();
  expect((await slow.response).status).toBe(400);
});
