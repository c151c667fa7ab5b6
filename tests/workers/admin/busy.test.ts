/** Many large applications at once: memory stays bounded, and whoever does not fit in comes again. */
import { beforeAll, expect, it, vi } from 'vitest';
import { create, created, validValues } from './support/applications.ts';
import { migrate, refusal } from './support/host.ts';
import { everythingStored } from './support/storage.ts';

beforeAll(migrate);

const MIB = 1024 * 1024;
const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };

/** A body with files of 9 MiB each, which goes no further than that until it is told to break off. */
function upload(files: number) {
  const { promise: held, resolve: allHeld } = Promise.withResolvers<void>();
  const { promise: ending, resolve: breakOff } = Promise.withResolvers<void>();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent === files) {
          allHeld();
          await ending;
          return controller.close();
        }
        const head = `\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="${sent}.pdf"\r\n\r\n`;
        controller.enqueue(new TextEncoder().encode(sent === 0 ? head.trimStart() : head));
        controller.enqueue(new Uint8Array(9 * MIB));
        sent += 1;
      },
    },
    { highWaterMark: 0 },
  );
  return { answer: create({ body, headers }), held, breakOff };
}

it('reads two thirds of a large one beside another, refuses what is more, and lets small ones pass', async () => {
  const before = await everythingStored();
  const first = upload(4);
  await first.held;
  const second = upload(2);
  await second.held;

  const told = [];
  for (const chance of [0, 0.5, 0.99]) {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    const third = await upload(1).answer;
    told.push(third.headers.get('Retry-After'));
    expect(await refusal(third)).toEqual({ status: 503, code: 'busy' });
  }
  expect(told, 'not all come back at once').toEqual(['10', '15', '20']);
  expect(await everythingStored()).toEqual(before);
  await created({ values: validValues() });

  first.breakOff();
  expect(await refusal(await first.answer)).toEqual({ status: 400, code: 'malformed' });
  const again = upload(1);
  await again.held;
  for (const { breakOff } of [again, second]) breakOff();
  for (const { answer } of [again, second]) expect((await answer).status).toBe(400);
});

it('never refuses one that is alone', async () => {
  const only = upload(4);
  await only.held;
  only.breakOff();
  expect((await only.answer).status).toBe(400);
});
