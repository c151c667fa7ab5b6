import { afterEach, describe, expect, it } from 'vitest';
import { setPorts } from '../../../../src/stores/browser/ports.ts';
import { download } from '../../../../src/stores/parcel/download.ts';

afterEach(() => setPorts({}));

describe('download', () => {
  it('download reports whole per cent of its stream', async () => {
    const stream = new ReadableStream({
      start(controller) {
        for (const size of [1, 2]) controller.enqueue(new Uint8Array(size).fill(size));
        controller.close();
      },
    });
    const fetch = async () => new Response(stream, { headers: { 'Content-Length': '3' } });
    setPorts({ online: () => true, after: () => () => undefined, fetch });
    const percents: number[] = [];
    const got = await download('/a', {}, { onProgress: (percent) => percents.push(percent) });
    expect(got.ok && [...got.bytes]).toEqual([1, 2, 2]);
    expect(percents).toEqual([33, 100]);
  });

  it('download fails with no_answer after a minute of silence', async () => {
    let silence: () => void = () => undefined;
    setPorts({
      online: () => true,
      after: (ms, action) => {
        expect(ms).toBe(60_000);
        silence = action;
        return () => undefined;
      },
      fetch: (_, request) => new Promise((_resolve, reject) => request?.signal?.addEventListener('abort', reject)),
    });
    const got = download('/a', {}, {});
    silence();
    expect(await got).toEqual({ ok: false, error: { code: 'no_answer' } });
  });
});
