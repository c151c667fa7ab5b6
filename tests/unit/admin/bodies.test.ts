/** Readers of request bodies: any chunking is read the same, and a body over a limit is refused early. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { holdingBody } from '../../../functions/admin/body/held.ts';
import { bodyTooLarge, checkJsonBody, limitedChunks, readBody } from '../../../functions/admin/body/limits.ts';
import { type BodyPart, type FilePart, withMultipart } from '../../../functions/admin/body/multipart.ts';
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import { MAX_FILE_BYTES } from '../../../src/domain/input/files.ts';

const MAX_PER_NETWORK = 28 * 1024 * 1024;
const MAX_HELD = 56 * 1024 * 1024;
const KIB = 1024;
const MIB = 1024 * KIB;
const ANY_SIZE = 100 * MIB;
const BOUNDARY = 'edge';

interface Sending {
  type?: string;
  length?: number;
  /** The sizes of the chunks; the rest comes in one. */
  pieces?: readonly number[];
}

/** A request whose body comes in chunks, and what was read of it. */
function sending(body: string | Uint8Array, { type, length, pieces = [] }: Sending = {}) {
  const bytes = Buffer.from(body);
  const left = [...pieces];
  const progress = { given: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const size = left.shift() ?? bytes.length;
        // A copy, so that a reader that changes a chunk does not affect the next.
        const piece = Uint8Array.from(bytes.subarray(progress.given, progress.given + size));
        progress.given += piece.length;
        if (piece.length > 0) controller.enqueue(piece);
        if (progress.given === bytes.length) controller.close();
      },
      cancel() {
        progress.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const headers = new Headers();
  if (type !== undefined) headers.set('Content-Type', type);
  if (length !== undefined) headers.set('Content-Length', String(length));
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: stream, headers, duplex: 'half' };
  return { request: new Request('https://host.test/', init), progress };
}

const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** What the test's receiver returns for a file. */
interface Received {
  field: string;
  name: string;
  text: string;
}
const receive = async ({ field, name, bytes }: FilePart): Promise<Received> => ({
  field,
  name,
  text: Buffer.from(bytes).toString('latin1'),
});

async function parts(body: string | Uint8Array, how: Sending = {}, limit = ANY_SIZE): Promise<BodyPart<Received>[]> {
  return withMultipart(sending(body, { type: MULTIPART, ...how }).request, limit, receive, async (read) => read);
}

const part = (disposition: string, content = '', more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n${more}\r\n${content}\r\n`;
const text = (name: string, content = '') => part(`form-data; name="${name}"`, content);
const file = (name: string, fileName: string, content = '') =>
  part(`form-data; name="${name}"; filename="${fileName}"`, content, 'Content-Type: application/pdf\r\n');
const END = `--${BOUNDARY}--`;

const malformed = { name: 'Refusal', code: 'malformed', message: 'the body is not multipart/form-data', details: {} };
const overLimit = { name: 'Refusal', code: 'too_large', message: 'the body is over its limit', details: {} };
const fileOverLimit = (field: string) => ({ ...overLimit, details: { errors: { [field]: ['file_too_large'] } } });

describe('reading a multipart body', () => {
  const body = `${text('surname', 'Каримова')}${file('passport', 'a.pdf', '%PDF\r\n--edg')}${text('notes')}${END}\r\n`;
  const read = [
    { name: 'surname', value: 'Каримова' },
    { name: 'passport', value: { field: 'passport', name: 'a.pdf', text: '%PDF\r\n--edg' } },
    { name: 'notes', value: '' },
  ];

  it('a multipart body is read in order, with files as their receiver returns them', async () => {
    expect(await parts(body)).toEqual(read);
  });

  it.each(Array.from({ length: 40 }, (_, index) => index + 1))(
    'a multipart body in chunks of %i bytes is read the same',
    async (size) => {
      expect(await parts(body, { pieces: Array(Buffer.byteLength(body)).fill(size) })).toEqual(read);
    },
  );

  it('a multipart body with any content near its boundaries, in any chunks, is read the same', async () => {
    const near = fc.array(fc.constantFrom('\r', '\n', '-', '--', '\r\n', '\r\n--', '\r\n--edg', 'edge', 'x', '\0'));
    const content = near.map((signs) => signs.join('')).filter((signs) => !`\r\n${signs}\r\n`.includes('\r\n--edge'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ content, isFile: fc.boolean() }), { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }),
        async (sent, pieces) => {
          const made = sent.map(({ content, isFile }, index) =>
            isFile ? file(`n${index}`, 'f', content) : text(`n${index}`, content),
          );
          const expected = sent.map(({ content, isFile }, index) => ({
            name: `n${index}`,
            value: isFile ? { field: `n${index}`, name: 'f', text: content } : content,
          }));
          expect(await parts(`${made.join('')}${END}`, { pieces })).toEqual(expected);
        },
      ),
    );
  });

  it('a multipart body of several megabytes keeps every byte, also of two files in one chunk', async () => {
    const [large, larger] = [1.2, 2.7].map((size) => 'abcdefg\r\n--'.repeat((size * MIB) / 11));
    const sent = `${file('a', 'a', large)}${file('b', 'b', larger)}${text('c', 'x')}${END}`;
    const pieces = Array(200).fill(64 * KIB - 7);
    const [a, b, c] = await parts(sent, { pieces });
    expect(a?.value).toEqual({ field: 'a', name: 'a', text: large });
    expect(b?.value).toEqual({ field: 'b', name: 'b', text: larger });
    expect(c?.value).toBe('x');
  });

  it('a multipart body without parts is empty', async () => {
    expect(await parts(END)).toEqual([]);
  });

  it('a multipart body may have up to 8 KiB before its first part, and white space after a boundary', async () => {
    const before = (size: number) => `${'x'.repeat(size)}\r\n${text('a', '1')}${END}`;
    expect(await parts(before(8 * KIB - 2))).toEqual([{ name: 'a', value: '1' }]);
    await expect(parts(before(8 * KIB - 1))).rejects.toMatchObject(malformed);
    const space = (size: number) => `${text('a', '1').replace(BOUNDARY, BOUNDARY + ' '.repeat(size))}${END}`;
    expect(await parts(space(8 * KIB))).toEqual([{ name: 'a', value: '1' }]);
    await expect(parts(space(8 * KIB + 1))).rejects.toMatchObject(malformed);
  });

  it('a multipart body may have bytes after its last part, which are ignored but counted', async () => {
    const sent = `${text('a', '1')}${END}\r\n${text('b', '2')}`;
    expect(await parts(sent, { pieces: Array(200).fill(9) })).toEqual([{ name: 'a', value: '1' }]);
    const { request, progress } = sending(sent, { type: MULTIPART, pieces: Array(200).fill(9) });
    await withMultipart(request, sent.length, receive, async () => undefined);
    expect(progress.given).toBe(sent.length);
    const over = sending(sent, { type: MULTIPART, pieces: Array(200).fill(9) });
    await expect(withMultipart(over.request, sent.length - 1, receive, async () => undefined)).rejects.toMatchObject(
      overLimit,
    );
  });

  it.each([
    ['nothing', ''],
    ['no boundary', 'surname=Karimova'],
    ['a first boundary alone', `--${BOUNDARY}`],
    ['a boundary and a dash', `--${BOUNDARY}-`],
    ['no end of the headers', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n`],
    ['no end of the part', text('a', '1').trimEnd()],
    ['no last boundary', text('a', '1')],
    ['characters behind a boundary', `${text('a', '1').replace(BOUNDARY, `${BOUNDARY}x`)}${END}`],
    ['a dash behind a boundary', `${text('a', '1').replace(BOUNDARY, `${BOUNDARY}-`)}${END}`],
    ['no headers', `--${BOUNDARY}\r\n\r\n1\r\n${END}`],
    ['no disposition', `--${BOUNDARY}\r\nContent-Type: text/plain\r\n\r\n1\r\n${END}`],
    ['another disposition', `${part('attachment; name="a"')}${END}`],
    ['a disposition that begins like it', `${part('form-database; name="a"')}${END}`],
    ['a header that ends like it', `--${BOUNDARY}\r\nX-Content-Disposition: form-data; name="a"\r\n\r\n\r\n${END}`],
    ['no name', `${part('form-data')}${END}`],
    ['no name but a file’s', `${part('form-data; filename="a"')}${END}`],
    ['an empty name', `${part('form-data; name=""')}${END}`],
    ['a name without its end', `${part('form-data; name="a')}${END}`],
  ])('a multipart body with %s is malformed', async (_, sent) => {
    await expect(parts(sent)).rejects.toMatchObject(malformed);
    await expect(parts(sent, { pieces: Array(sent.length).fill(1) })).rejects.toMatchObject(malformed);
  });

  it('a multipart body has at most 300 parts', async () => {
    const many = (count: number) => `${Array.from({ length: count }, (_, index) => text(`f${index}`)).join('')}${END}`;
    expect(await parts(many(300))).toHaveLength(300);
    await expect(parts(many(301))).rejects.toMatchObject(malformed);
  });

  it('a part of a multipart body has at most 8 KiB of headers', async () => {
    const [start, end] = ['Content-Disposition: form-data; name="a"\r\nX: ', '\r\n\r\n'];
    const headers = (size: number) => `--${BOUNDARY}\r\n${start}${'x'.repeat(size - start.length)}${end}1\r\n${END}`;
    expect(await parts(headers(8 * KIB))).toEqual([{ name: 'a', value: '1' }]);
    await expect(parts(headers(8 * KIB + 1))).rejects.toMatchObject(malformed);
    await expect(parts(headers(8 * KIB + 1), { pieces: Array(100).fill(100) })).rejects.toMatchObject(malformed);
  });

  it.each([[[]], [Array(9000).fill(1500)]])(
    'a multipart body has texts of at most 256 KiB and files of at most 10 MiB',
    async (pieces) => {
      const longest = 'x'.repeat(256 * KIB);
      expect(await parts(`${text('a', longest)}${END}`, { pieces })).toEqual([{ name: 'a', value: longest }]);
      await expect(parts(`${text('a', `${longest}x`)}${END}`, { pieces })).rejects.toMatchObject(overLimit);
      const largest = 'x'.repeat(MAX_FILE_BYTES);
      const [whole] = await parts(`${file('scan', 'a', largest)}${END}`, { pieces });
      expect(whole?.value).toEqual({ field: 'scan', name: 'a', text: largest });
      const over = parts(`${file('scan', 'a', `${largest}x`)}${END}`, { pieces });
      await expect(over).rejects.toMatchObject(fileOverLimit('scan'));
    },
  );

  it('a multipart body over a limit is not read to its end, and its stream is cancelled', async () => {
    const pieces = Array(600).fill(KIB);
    const { request, progress } = sending(text('a', 'x'.repeat(500 * KIB)), { type: MULTIPART, pieces });
    await expect(withMultipart(request, ANY_SIZE, receive, async () => null)).rejects.toMatchObject(overLimit);
    expect(progress.given).toBeLessThan(260 * KIB);
    expect(progress.cancelled).toBe(true);
  });

  it('the stream of a multipart body is cancelled when a file is refused', async () => {
    const { request, progress } = sending(`${file('a', 'a', 'x')}${text('b', 'x'.repeat(KIB))}`, {
      type: MULTIPART,
      pieces: Array(99).fill(100),
    });
    const work = async () => expect.unreachable();
    const refusal = new Error('no picture');
    await expect(withMultipart(request, ANY_SIZE, () => Promise.reject(refusal), work)).rejects.toBe(refusal);
    expect(progress.cancelled).toBe(true);
  });

  it.each([
    ['multipart/form-data; boundary=edge', true],
    ['Multipart/Form-Data ; charset=utf-8; Boundary=edge', true],
    ['multipart/form-data; boundary="edge"', true],
    ['multipart/form-data;boundary=edge', true],
    ['multipart/form-data; boundary=edge; charset=utf-8', true],
    ['multipart/form-data; x-boundary=edge', false],
    ['multipart/form-data;boundary=', false],
    ['multipart/form-data; boundary=""', false],
    ['multipart/form-data', false],
  ])('the boundary is read from the content type %s', async (type, isRead) => {
    const sent = parts(`${text('a', '1')}${END}`, { type });
    if (isRead) expect(await sent).toEqual([{ name: 'a', value: '1' }]);
    else await expect(sent).rejects.toMatchObject(malformed);
  });

  it('a boundary has at most 70 characters, and may have spaces in quotes', async () => {
    const sentWith = (boundary: string) => `${text('a', '1')}${END}`.replaceAll(BOUNDARY, boundary);
    for (const boundary of ['b'.repeat(70), 'it is one']) {
      const type = `multipart/form-data; boundary="${boundary}"`;
      expect(await parts(sentWith(boundary), { type })).toEqual([{ name: 'a', value: '1' }]);
    }
    const bare = 'b'.repeat(70);
    expect(await parts(sentWith(bare), { type: `multipart/form-data; boundary=${bare}` })).toHaveLength(1);
    const long = 'b'.repeat(71);
    const type = `multipart/form-data; boundary="${long}"`;
    await expect(parts(sentWith(long), { type })).rejects.toMatchObject(malformed);
  });

  it.each([undefined, 'application/json', 'multipart/form-data-x; boundary=edge', 'text/plain; multipart/form-data'])(
    'a body of the type %s is unsupported_media and not read',
    (type) => {
      const { request, progress } = sending(`${text('a', '1')}${END}`, type === undefined ? {} : { type });
      const failure = { code: 'unsupported_media', message: 'the body must be multipart/form-data' };
      expect(() => withMultipart(request, ANY_SIZE, receive, async () => null)).toThrow(
        expect.objectContaining(failure),
      );
      expect(progress.given).toBe(0);
    },
  );

  it.each([
    ['form-data; name=surname', 'surname', null],
    ['form-data;name="surname"', 'surname', null],
    ['form-data ;  NAME="surname"', 'surname', null],
    ['Form-Data; name="a"; filename=scan.pdf', 'a', 'scan.pdf'],
    ['form-data; filename="scan.pdf"; name="a"', 'a', 'scan.pdf'],
    ['form-data; name="a"; filename="it;s name=b.pdf"', 'a', 'it;s name=b.pdf'],
    ['form-data; name="a"; filename="%22x%22.pdf"', 'a', '"x".pdf'],
    ['form-data; name="a"; filename="\\"x\\".pdf"', 'a', '"x".pdf'],
    ['form-data; name="a"; filename="c:\\\\x.pdf"', 'a', 'c:\\x.pdf'],
    ['form-data; name="a"; filename="c:\\x.pdf"', 'a', 'c:\\x.pdf'],
    ['form-data; name="a%0D%0Ab%0d%0ac%22%22"', 'a\r\nb\r\nc""', null],
    ['form-data; name="a"; filename="паспорт.pdf"', 'a', 'паспорт.pdf'],
    ['form-data; name="a"; filename="100%41.pdf"', 'a', '100%41.pdf'],
  ])('the names of a part are read from the header %s', async (disposition, name, fileName) => {
    const value = fileName === null ? '1' : { field: name, name: fileName, text: '1' };
    expect(await parts(`${part(disposition, '1')}${END}`)).toEqual([{ name, value }]);
  });

  it('a part may have other headers, and its header names in any case', async () => {
    const headers = 'Content-Type: text/plain\r\ncontent-disposition :form-data; name="a"\r\nX: form-data; name="b"';
    expect(await parts(`--${BOUNDARY}\r\n${headers}\r\n\r\n1\r\n${END}`)).toEqual([{ name: 'a', value: '1' }]);
  });

  it('a file field without a file is left out, and an empty file with a name is kept', async () => {
    expect(await parts(`${file('a', '')}${file('b', 'empty.pdf')}${file('c', '', 'x')}${END}`)).toEqual([
      { name: 'b', value: { field: 'b', name: 'empty.pdf', text: '' } },
      { name: 'c', value: { field: 'c', name: '', text: 'x' } },
    ]);
  });
});

describe('limitedChunks and tooLarge', () => {
  const count = async (request: Request, limit: number) => {
    let bytes = 0;
    for await (const chunk of limitedChunks(request, limit)) bytes += chunk.byteLength;
    return bytes;
  };

  it('limitedChunks refuses a declared length over the limit without reading', async () => {
    const { request, progress } = sending('x', { length: 11 });
    await expect(count(request, 10)).rejects.toMatchObject(overLimit);
    expect(progress.given).toBe(0);
    expect(await count(sending('x'.repeat(10), { length: 10 }).request, 10)).toBe(10);
  });

  it('limitedChunks counts bytes, whatever length was declared', async () => {
    const { request, progress } = sending('x'.repeat(30), { length: 2, pieces: [5, 5, 5, 5, 5, 5] });
    await expect(count(request, 14)).rejects.toMatchObject(overLimit);
    expect(progress).toEqual({ given: 15, cancelled: true });
    expect(await count(sending('x'.repeat(30), { pieces: [5, 25] }).request, 30)).toBe(30);
  });

  it('limitedChunks reads nothing without a body', async () => {
    expect(await count(new Request('https://host.test/'), 10)).toBe(0);
  });

  it('tooLarge names the field of a file that is too large', () => {
    expect(bodyTooLarge()).toMatchObject(overLimit);
    expect(bodyTooLarge().details).toEqual({});
    expect(bodyTooLarge('photo')).toMatchObject(fileOverLimit('photo'));
  });
});

describe('the memory for bodies', () => {
  let networks = 0;
  function newNetwork(): string {
    networks += 1;
    return `network ${networks}`;
  }
  /** Holds bytes until `end` is called; each body has its own network unless the test names one. */
  function holding(bytes: number, network = newNetwork()) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = holdingBody(network, async (body) => {
      body.hold(bytes);
      await promise;
      return bytes;
    });
    return { done, end: resolve };
  }
  const busy = { name: 'Refusal', code: 'busy', message: 'too many large bodies at once' };

  it('request bodies share the memory, and one that exceeds the rest is busy with a time to retry', async () => {
    const first = holding(MAX_HELD - 10);
    const second = holding(10);
    const refused = await holding(1).done.catch((error: unknown) => error);
    expect(refused).toMatchObject(busy);
    const { headers } = (refused as { details: { headers: Record<string, string> } }).details;
    expect(Number(headers['Retry-After'])).toBeGreaterThanOrEqual(10);
    expect(Number(headers['Retry-After'])).toBeLessThanOrEqual(20);
    first.end();
    expect(await first.done).toBe(MAX_HELD - 10);
    const third = holding(MAX_HELD - 10);
    await expect(holding(1).done).rejects.toMatchObject(busy);
    for (const { end, done } of [second, third]) {
      end();
      await done;
    }
  });

  it('a single request body may exceed the memory, and a failed one releases it', async () => {
    const alone = holdingBody('network', async (body) => {
      body.hold(MAX_HELD);
      body.hold(MAX_HELD);
      throw new Error('failed later');
    });
    await expect(alone).rejects.toThrow('failed later');
    const next = holding(MAX_HELD);
    await expect(holding(1).done).rejects.toMatchObject(busy);
    next.end();
    expect(await next.done).toBe(MAX_HELD);
  });

  it('one network may use half of the memory for bodies, and all others the other half', async () => {
    const own = [holding(MAX_PER_NETWORK - 10, 'carrier'), holding(10, 'carrier')];
    await expect(holding(1, 'carrier').done).rejects.toMatchObject(busy);
    const other = holding(MAX_PER_NETWORK, 'another');
    await expect(holding(1).done).rejects.toMatchObject(busy);
    for (const { end, done } of [...own, other]) {
      end();
      await done;
    }
  });

  describe('the memory for bodies when it is full', () => {
    let now = performance.now();
    const passes = (seconds: number) => {
      now += seconds * 1000;
    };
    beforeEach(() => {
      vi.spyOn(performance, 'now').mockImplementation(() => now);
      return () => vi.restoreAllMocks();
    });

    /** A body whose first bytes arrive at once, and the others as the test sends them. */
    async function arriving(bytes: number, network?: string) {
      let send: (size: number) => void = () => {};
      const next = () =>
        new Promise<Uint8Array>((resolve) => {
          send = (size) => resolve(new Uint8Array(size));
        });
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const done = holdingBody(network ?? newNetwork(), async (body) => {
        body.grow(bytes);
        let isEnded = false;
        void ended.then(() => {
          isEnded = true;
        });
        while (!isEnded) await body.receive(next);
        return 'read';
      }).catch((error) => error.code);
      return {
        done,
        async sends(size: number) {
          send(size);
          await new Promise((resolve) => setTimeout(resolve));
        },
        async ends() {
          end();
          await ended;
          send(0);
          return done;
        },
      };
    }

    it('when the memory for bodies is full, a slow body is kept', async () => {
      const slow = await arriving(MIB);
      for (let nth = 0; nth < 3; nth += 1) {
        passes(50);
        await slow.sends(1);
        await expect(holding(MAX_HELD - MIB + 1).done).rejects.toMatchObject(busy);
      }
      expect(await slow.ends()).toBe('read');
    });

    it('when the memory for bodies is full, a body whose client has stopped is replaced', async () => {
      const stopped = await arriving(MAX_HELD);
      passes(61);
      const next = holding(MAX_HELD);
      next.end();
      expect(await next.done).toBe(MAX_HELD);
      await stopped.ends();
      expect(await stopped.done).toBe('busy');
    });
  });

  it('a text in one chunk reserves memory for its length, and a chunked one for steps from 4 KiB', async () => {
    const beside = holding(MAX_HELD - 4 * KIB - 3);
    const small = `${text('a', 'xyz')}${END}`;
    expect(await parts(small)).toEqual([{ name: 'a', value: 'xyz' }]);
    await expect(parts(`${file('a', 'a', 'x'.repeat(512 * KIB))}${END}`, { pieces: [9] })).rejects.toMatchObject(busy);
    expect(await parts(small, { pieces: [9, 20, 30] })).toEqual([{ name: 'a', value: 'xyz' }]);
    await expect(parts(`${text('a', 'wxyz')}${END}`, { pieces: [9, 20, 30] })).rejects.toMatchObject(busy);
    beside.end();
    await beside.done;
  });
});

describe('readBody', () => {
  const json = (body: string, how: Sending = {}) =>
    readBody('checkEmail', sending(body, { type: 'application/json', ...how }).request);

  it.each(['application/json', 'Application/JSON ; charset=utf-8'])(
    'readBody reads an object of the type %s',
    async (type) => {
      const email = 'Ёж@example.org';
      expect(await json(JSON.stringify({ email }), { type, pieces: [11, 1, 1] })).toEqual({ email });
    },
  );

  it.each([undefined, 'text/plain', 'application/jsonp', 'text/plain; application/json'])(
    'readBody refuses the type %s without reading',
    async (type) => {
      const { request, progress } = sending('{}', type === undefined ? {} : { type });
      const failure = { code: 'unsupported_media', message: 'the body must be application/json' };
      await expect(readBody('checkEmail', request)).rejects.toMatchObject(failure);
      expect(progress.given).toBe(0);
    },
  );

  it.each(['', '{', '{"a":1}x', 'undefined', 'null', '[]', '[{}]', '"text"', '1', 'true'])(
    'readBody refuses %j, which is not a JSON object',
    async (body) => {
      await expect(json(body)).rejects.toMatchObject({ code: 'malformed', message: 'the body must be a JSON object' });
    },
  );

  it('readBody refuses a body over the limit', async () => {
    const { limit } = CALLS.checkEmail.body;
    const body = JSON.stringify({ email: 'a@example.org' });
    expect(await json(body.padEnd(limit))).toEqual({ email: 'a@example.org' });
    await expect(json(body.padEnd(limit + 1), { pieces: [4, 4] })).rejects.toMatchObject(overLimit);
  });
});

describe('checkBody', () => {
  it('checkBody returns a body of the contract unchanged', () => {
    const body = { email: ' Anna@Example.org ', password: ' x ', more: 1 };
    expect(checkJsonBody('login', body)).toBe(body);
  });

  it('checkBody names every missing, empty and wrong text by its code', () => {
    const errors = { email: ['email_format'], code: ['required'], password: ['password_short'] };
    const failure = { code: 'validation_failed', details: { errors } };
    expect(() => checkJsonBody('resetPassword', { email: 'anna', code: ' \n', password: 'short' })).toThrow(
      expect.objectContaining(failure),
    );
    expect(() => checkJsonBody('login', {})).toThrow(
      expect.objectContaining({ details: { errors: { email: ['required'], password: ['required'] } } }),
    );
  });

  it.each([1, true, {}, [], ['x'], 0, false, null])('checkBody refuses %j in place of a text', (email) => {
    const failure = { code: 'malformed', message: '"email" must be string' };
    expect(() => checkJsonBody('checkEmail', { email })).toThrow(expect.objectContaining(failure));
  });

  it('checkBody refuses an id in another form', () => {
    const failure = { code: 'malformed', message: expect.stringContaining('"id"') };
    expect(() => checkJsonBody('sendMessage', { id: 'x', text: 'May I?' })).toThrow(expect.objectContaining(failure));
  });
});
