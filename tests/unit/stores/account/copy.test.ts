/** The archive of an application is complete, or there is none. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApplicantRecord } from '../../../../src/domain/application/record.ts';
import { closedFilesOf } from '../../../../src/stores/account/closed-files.ts';
import { applicationArchive, copyOf } from '../../../../src/stores/account/copy.ts';
import { setFileLinks } from '../../../../src/stores/api/file-links.ts';
import { offers } from '../../../../src/stores/api/offers.ts';
import { sessionToken } from '../../../../src/stores/api/session-token.ts';
import { ports } from '../../../../src/stores/browser/ports.ts';
import { json, resetBrowser, setHost } from './world.ts';

const RECORD: ApplicantRecord = {
  id: 'ITV-1',
  name: 'Анна',
  file4: '/files/1/passport.pdf?until=1',
  file5: '/files/2/photo.jpg?until=1',
};
const { fetch } = ports;
beforeEach(() => {
  resetBrowser();
});
afterEach(() => {
  ports.fetch = fetch;
  setFileLinks(null);
});

/** The names of an archive's entries, from its central directory (APPNOTE 4.3.12), and its `application.json`. */
async function entriesOf(archive: Blob): Promise<{ names: string[]; content: Record<string, unknown> }> {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const names: string[] = [];
  const end = bytes.length - 22;
  let at = view.getUint32(end + 16, true);
  let content: Record<string, unknown> = {};
  const text = (from: number, length: number) => new TextDecoder().decode(bytes.subarray(from, from + length));
  while (at < end) {
    const length = view.getUint16(at + 28, true);
    const name = text(at + 46, length);
    const start = view.getUint32(at + 42, true) + 30 + length;
    if (name === 'application.json') content = JSON.parse(text(start, view.getUint32(at + 24, true)));
    names.push(name);
    at += 46 + length;
  }
  return { names, content };
}

test('the copy of an application has the answers and each file', async () => {
  const asked: string[] = [];
  ports.fetch = async (path) => {
    asked.push(String(path));
    return new Response(`content of ${String(path)}`);
  };
  const text = await (await copyOf(RECORD)).text();
  expect(asked).toEqual([RECORD.file4, RECORD.file5]);
  for (const part of ['application.json', 'Анна', 'files/file4-passport.pdf', 'files/file5-photo.jpg'])
    expect(text).toContain(part);
  expect(text).toContain('content of /files/2/photo.jpg');
});

test('files of one name are in the copy under what they are, and under their fields without the texts', async () => {
  const lists = { formatted_relatives: [{ name: 'Jan', surname: 'Lee', file6: '/files/3/image.jpg' }] };
  const record = { ...RECORD, ...lists, surname: 'Lee', file4: '/files/1/image.jpg' } as unknown as ApplicantRecord;
  const words = readFileSync('locales/forms/en.json');
  ports.fetch = async (path) => new Response(String(path).startsWith('/assets/') ? words : 'content');
  const { names } = await entriesOf(await copyOf(record, 'en'));
  expect(names.slice(1)).toEqual([
    'files/01-passport of Анна Lee.jpg',
    'files/02-photo of Анна Lee.jpg',
    'files/03-passport of Jan Lee.jpg',
  ]);
});

test('the copy of an application fails when a file cannot be fetched', async () => {
  ports.fetch = async (path) => new Response('', { status: String(path).includes('photo') ? 404 : 200 });
  await expect(copyOf(RECORD)).rejects.toThrow('file not fetched');
  ports.fetch = async () => {
    throw new TypeError('offline');
  };
  await expect(copyOf(RECORD)).rejects.toThrow('file not fetched');
});

test('no copy is reported as saved when the session ends while the record is read', async () => {
  await expect(applicationArchive('en')).rejects.toThrow('no record');
});

test('the archive lists the files that cannot be opened in the portal', async () => {
  ports.fetch = async () => new Response('content');
  setFileLinks({ '/storage/photo.jpg': '/files/1/photo.jpg' });
  const record = { id: '57', file4: 'https://host.example/passport.pdf', file5: '/storage/photo.jpg' };
  expect(closedFilesOf(record)).toHaveLength(1);
  const copy = await copyOf(record);
  expect((await entriesOf(copy)).names).toEqual([
    'application.json',
    'files-not-included.txt',
    'files/file5-photo.jpg',
  ]);
  expect(await copy.text()).toContain('file4: passport.pdf\n');
});

describe('names in the archive', () => {
  const PDF = '%PDF-1.7 content';
  const LONG = `/files/1/${'ж'.repeat(400)}.pdf`;

  test.each([
    ['/files/1/..%2F..%2Fevil.pdf', 'evil.pdf'],
    ['/files/1/..%5C..%5Cevil.pdf', 'evil.pdf'],
    ['/files/1/a%00b.pdf', 'ab.pdf'],
    ['/files/1/%E2%80%AEfdp.exe.pdf', 'fdp.exe.pdf'],
    ['/files/1/a:b%3Cc%3E%7C%22%3F*.pdf', 'abc.pdf'],
    ['/files/1/passport.pdf.exe', 'passport.pdf'],
    ['/files/1/', 'file.pdf'],
    ['/files/1/%20.%20', 'file.pdf'],
    ['/files/1/%2F', 'file.pdf'],
    ['/files/1/..', 'file.pdf'],
    ['/files/1/CON', 'CON.pdf'],
    ['/files/1/%D0%B6%ED%A0%80.pdf', '%D0%B6%ED%A0%80.pdf'],
  ])('the file of %j has a name that every system accepts', async (reference, safe) => {
    ports.fetch = async () => new Response(PDF);
    const { names, content } = await entriesOf(await copyOf({ id: 'ITV-1', file4: reference }));
    expect(names).toEqual(['application.json', `files/file4-${safe}`]);
    expect(content.files).toEqual({ file4: `files/file4-${safe}` });
  });

  test('a file of another type keeps its own ending, without what systems refuse', async () => {
    ports.fetch = async () => new Response('PK');
    const { names } = await entriesOf(await copyOf({ id: 'ITV-1', file4: '/files/1/a%2Fletter:1.docx%20.' }));
    expect(names).toEqual(['application.json', 'files/file4-letter1.docx']);
  });

  test('long names are shortened to what file systems take, and keep their ending', async () => {
    ports.fetch = async () => new Response(PDF);
    const { names } = await entriesOf(await copyOf({ id: 'ITV-1', file4: LONG }));
    expect(names[1]).toMatch(/^files\/file4-ж{50,}\.pdf$/);
    expect(new TextEncoder().encode(names[1]?.slice('files/'.length)).length).toBeLessThanOrEqual(255);
  });

  test('equal names of several files stay apart, also where letters differ in case only', async () => {
    ports.fetch = async () => new Response(PDF);
    const { names } = await entriesOf(
      await copyOf({
        ...{ id: 'ITV-1', file4: '/files/1/a.pdf', file5: '/files/2/A.PDF' },
        formatted_relatives: [{ file6: '/files/3/a.pdf' }, { file6: '/files/4/a.pdf' }],
      } as unknown as ApplicantRecord),
    );
    expect(names).toHaveLength(5);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5);
  });
});

describe('messages in the archive', () => {
  const MESSAGES = [
    { sent_at: '2026-11-02T08:00:00.000Z', text: 'And now?', answer: null },
    {
      sent_at: '2026-11-01T08:00:00.000Z',
      text: 'When?',
      answer: { text: 'Soon.', answered_at: '2026-11-01T09:00:00.000Z' },
    },
  ];

  test('the archive of a host without messages has none, and asks for none', async () => {
    const asked: string[] = [];
    setHost((path) => {
      asked.push(path);
      return new Response(null, { status: 404 });
    });
    const { content } = await entriesOf(await copyOf({ id: 'ITV-1', name: 'Анна' }));
    expect(content).toEqual({ id: 'ITV-1', name: 'Анна', files: {} });
    expect(asked).toEqual([]);
  });

  test("the archive has the applicant's messages and the answers, oldest first, as the desk exports them", async () => {
    offers.add('messages');
    sessionToken.start(`tok.${'a'.repeat(30)}`);
    setHost((path) => (path.endsWith('/user/messages') ? json(200, { messages: MESSAGES }) : new Response(null)));
    const { content } = await entriesOf(await copyOf({ id: 'ITV-1' }));
    expect(content.messages).toEqual([
      { sent_at: '2026-11-01T08:00:00.000Z', text: 'When?', answer: 'Soon.', answered_at: '2026-11-01T09:00:00.000Z' },
      { sent_at: '2026-11-02T08:00:00.000Z', text: 'And now?', answer: null, answered_at: null },
    ]);
  });

  test('the archive fails when the messages cannot be read', async () => {
    offers.add('messages');
    sessionToken.start(`tok.${'a'.repeat(30)}`);
    setHost(() => json(503, { code: 'unavailable' }));
    await expect(copyOf({ id: 'ITV-1' })).rejects.toThrow('messages not fetched');
  });

  test('no archive is saved when another applicant signs in while its files are fetched', async () => {
    offers.add('messages');
    sessionToken.start(`tok.${'a'.repeat(30)}`);
    setHost((path) => {
      if (path.endsWith('/user')) return json(200, { object: { id: 'ITV-1', file4: '/files/1/passport.pdf' } });
      // The request for the messages then has the other applicant's token.
      if (path.startsWith('/files/')) sessionToken.start(`tok.${'b'.repeat(30)}`);
      return path.endsWith('/user/messages') ? json(200, { messages: MESSAGES }) : new Response('content');
    });
    await expect(applicationArchive('en')).rejects.toThrow('another session');
  });
});
