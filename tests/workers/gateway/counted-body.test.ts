/** A body on its way up: counted, ended early by either side, never taken for whole when it is not. */
import { expect, it, vi } from 'vitest';
import { countBody } from '../../../functions/gateway/limits.ts';

/** Chunks of a body that comes when it is asked for, and whether its sender was told to stop. */
function source(chunks: (Uint8Array | Error)[]) {
  const stopped = vi.fn();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.close();
        else if (chunk instanceof Error) controller.error(chunk);
        else controller.enqueue(chunk);
      },
      cancel: stopped,
    },
    { highWaterMark: 0 },
  );
  return { body, stopped };
}

const counting = (limit: number) => ({ limit, moved: vi.fn(), exceeded: vi.fn() });
const bytes = (length: number) => new Uint8Array(length);

it('passes on as it is, and each of its chunks is a sign of life', async () => {
  const counted = counting(5);
  const { body, stopped } = source([Uint8Array.of(1, 2), Uint8Array.of(3, 4, 5)]);
  expect(await new Response(countBody(body, counted)).bytes()).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
  expect(counted.moved).toHaveBeenCalledTimes(2);
  expect(counted.exceeded).not.toHaveBeenCalled();
  expect(stopped).not.toHaveBeenCalled();
});

it('is told once to be too large, asks its sender for no more, and neither ends nor fails', async () => {
  const counted = counting(5);
  const { body, stopped } = source([bytes(4), bytes(4), bytes(4), bytes(4)]);
  const reader = countBody(body, counted).getReader();
  expect((await reader.read()).value).toHaveLength(4);
  const settled = vi.fn();
  reader.read().then(settled, settled);
  await expect.poll(() => stopped.mock.calls.length).toBe(1);
  expect(counted.exceeded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'too_large' }));
  // Whatever was to follow has followed.
  await new Promise((done) => setTimeout(done));
  expect(settled).not.toHaveBeenCalled();
});

it('fails where it is read when its sender breaks it off', async () => {
  const broken = new Error('the line broke');
  const reader = countBody(source([bytes(1), broken]).body, counting(5)).getReader();
  await reader.read();
  await expect(reader.read()).rejects.toBe(broken);
});
