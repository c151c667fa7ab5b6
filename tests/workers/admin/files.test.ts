import { beforeAll, describe, expect, it } from 'vitest';
import { pauseTimes } from '../../../functions/platform/passing-faults.ts';
import { fileNameOf, PHOTO_TYPES } from '../../../src/domain/input/files.ts';
import { checkFile } from '../../fixtures/check-file.ts';
import { createApplication, validValues, type WireRecord } from './support/applications.ts';
import { MINUTE, setClock } from './support/clock.ts';
import { faultyEnv } from './support/faults.ts';
import { bindings, call, migrate, readRefusal } from './support/host.ts';
import { SAMPLES } from './support/samples.ts';

const NAME = 'Паспорт "скан" (1)\'*.pdf';
let record: WireRecord;

beforeAll(async () => {
  await migrate();
  record = await createApplication({
    values: validValues({ file4: { ...SAMPLES.passportPdf, name: NAME }, file2: SAMPLES.passportPng }),
  });
});

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('a stored file', () => {
  it('a file without metadata is stored byte for byte', async () => {
    const sent = { file4: SAMPLES.passportPdf, resume_file: SAMPLES.resume, file: SAMPLES.bank, file3: SAMPLES.letter };
    for (const [field, { bytes }] of Object.entries(sent))
      expect(await bytesOf(await call(String(record[field])))).toEqual(bytes);
  });

  it('a picture is stored without metadata, with the digest of the stored bytes', async () => {
    const photo = await bytesOf(await call(record.file5));
    expect(checkFile(SAMPLES.photo.bytes, PHOTO_TYPES)).toMatchObject({ ok: true, bytes: photo });
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', photo)).toString('hex');
    const row = await bindings.DB.prepare("SELECT sha256, size FROM files WHERE field = 'file5'").first();
    expect(row).toEqual({ sha256: digest, size: photo.length });
  });

  it('a file is served by its content as a download that cannot run', async () => {
    const response = await call(record.file4);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(SAMPLES.passportPdf.size),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    const disposition = response.headers.get('Content-Disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*\.pdf"; filename\*=UTF-8''[\w%.!-]+$/);
    expect(fileNameOf(record.file4)).toMatch(/^Паспорт скан/);
    // Three files of one name are told apart where they are saved.
    const saved = await Promise.all(
      [record.file4, record.resume_file, record.formatted_relatives[0]?.file6].map(async (path) => {
        const { headers, body } = await call(String(path), { method: 'HEAD' });
        await body?.cancel();
        return decodeURIComponent(headers.get('Content-Disposition')?.split("''")[1] ?? '');
      }),
    );
    expect(saved).toEqual([
      'passport of Anna-Maria Sample.pdf',
      'CV of Anna-Maria Sample.pdf',
      'passport of Max Sample.png',
    ]);
  });

  it('only the photo is served inline', async () => {
    expect((await call(record.file5)).headers.get('Content-Disposition')).toMatch(/^inline; /);
    const picture = await call(String(record.file2));
    expect(picture.headers.get('Content-Type')).toBe('image/png');
    expect(picture.headers.get('Content-Disposition')).toMatch(/^attachment; /);
    await picture.body?.cancel();
  });

  it('a file link accepts HEAD and GET only', async () => {
    const head = await call(record.file4, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.body).toBeNull();
    const post = await call(record.file4, { method: 'POST', body: '' });
    expect(post.headers.get('Allow')).toBe('GET');
    expect(await readRefusal(post)).toEqual({ status: 405, code: 'method_not_allowed' });
  });
});

describe('a file link', () => {
  it('a file link and the health check survive a fault of database and bucket, and are busy during a longer one', async () => {
    pauseTimes.passing = pauseTimes.passing.map(() => 0);
    const message = 'get: We encountered an internal error. Please try again. (10001)';
    for (const path of [record.file4, '/healthz'])
      for (const isExecuted of [false, true])
        for (const from of [1, 2]) {
          const once = await call(path, { env: faultyEnv({ from, count: 1, isExecuted, message }).env });
          const longer = await call(path, { env: faultyEnv({ from, count: 9, isExecuted, message }).env });
          expect([once.status, longer.status], `${path} ${from}`).toEqual([200, 503]);
          expect(longer.headers.has('Retry-After')).toBe(path === record.file4);
        }
  });

  it('a file link expires after 15 minutes', async () => {
    setClock(15 * MINUTE - 1);
    expect((await call(record.file4)).status).toBe(200);
    setClock(15 * MINUTE);
    expect(await readRefusal(await call(record.file4))).toEqual({ status: 403, code: 'link_expired' });
  });

  it.each([
    ['its expiry', (link: string) => link.replace(/\/files\/\d/, '/files/9')],
    ['its signature', (link: string) => link.replace(/\.(.)/, (_, c: string) => `.${c === 'A' ? 'B' : 'A'}`)],
    ['its file', (link: string) => link.replace(/[^./]+(?=\/[^/]+$)/, otherId())],
    ['its name', (link: string) => link.replace(/[^/]+$/, 'other.pdf')],
    ['its shape', () => '/files/x'],
    ['its end', (link: string) => `${link}/more`],
  ])('a file link with %s altered is link_expired', async (_, alter) => {
    const altered = alter(record.file4);
    expect(altered).not.toBe(record.file4);
    expect(await readRefusal(await call(altered))).toEqual({ status: 403, code: 'link_expired' });
  });
  const otherId = () => /\.([^./]+)\/[^/]+$/.exec(record.resume_file)?.[1] ?? '';

  it('a file link signed under another secret is link_expired', async () => {
    const env = { ...bindings, FILES_SECRET: 'another secret that is also long enough for this' };
    expect((await call(record.file4, { env })).status).toBe(403);
  });
});
