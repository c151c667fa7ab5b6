/** How many files uploads hold in memory. */
import { beforeAll, expect, it } from 'vitest';
import { migrate, readRefusal } from '../support/host.ts';
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

it('a single body in memory is never refused as busy', async () => {
  const only = upload({ whole: 3, open: 9 * MIB });
  await only.paused;
  only.breakOff();
  expect((await only.response).status).toBe(400);
});
