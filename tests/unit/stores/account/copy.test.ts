/** The archive of an application is complete, or there is none. */
import { afterEach, expect, test } from 'vitest';
import type { ApplicantRecord } from '../../../../src/domain/application/record.ts';
import { copyOf, FileNotFetched } from '../../../../src/stores/account/copy.ts';
import { ports } from '../../../../src/stores/browser/ports.ts';

const RECORD: ApplicantRecord = {
  id: 'ITV-1',
  name: 'Анна',
  file4: '/files/1/passport.pdf?until=1',
  file5: '/files/2/photo.jpg?until=1',
};
const { fetch } = ports;
afterEach(() => {
  ports.fetch = fetch;
});

test('the copy of an application has the answers, and each file under its field and name', async () => {
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

test('the copy of an application fails when a file cannot be fetched', async () => {
  ports.fetch = async (path) => new Response('', { status: String(path).includes('photo') ? 404 : 200 });
  await expect(copyOf(RECORD)).rejects.toThrow(FileNotFetched);
  ports.fetch = async () => {
    throw new TypeError('offline');
  };
  await expect(copyOf(RECORD)).rejects.toThrow(FileNotFetched);
});
