/**
 * File references in records of another host: they stay unchanged, and links lead to the portal's own `/files/…` or nowhere.
 */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createHostFiles } from '../../../functions/gateway/host/files.ts';
import { HOST, startGateway } from './own-gateway.ts';
import { sampleRecord, signedInAs } from './sample-responses.ts';
import { jsonBody, readErrorCode, TOKEN } from './visitor.ts';

const PREFIXES = ['/storage/applications/', '/uploads/'];

/** A gateway in front of a host at its own URL. */
const guest = (prefixes: readonly string[] = PREFIXES) =>
  startGateway({ otherHost: { origin: HOST, files: createHostFiles({ secret: env.BIND_SECRET, prefixes }) } });

type Guest = ReturnType<typeof guest>;
type FileRecord = Record<string, unknown> & { file_links: Record<string, string> };

/** Signs in with changes to the sample record, and returns the response's record and the browser's cookie. */
async function signInTo(one: Guest, changes: object): Promise<{ record: FileRecord; cookie: string }> {
  await one.hostResponds({ body: signedInAs(sampleRecord('founder', changes)), isOutside: true });
  const response = await one.visit('/api/v1/user-login', jsonBody({ email: 'a@example.org', password: 'x' }));
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { record: ((await response.json()) as { object: FileRecord }).object, cookie };
}

const recordOf = async (one: Guest, changes: object) => (await signInTo(one, changes)).record;

describe('a reference below /files/ of the host', () => {
  it.each([
    ['/files/k3y/a.pdf', '/files/k3y/a.pdf'],
    ['files/k3y/a.pdf', '/files/k3y/a.pdf'],
    ['/files/k3y/a.pdf?expires=1&signature=a%2Bb', '/files/k3y/a.pdf?expires=1&signature=a%2Bb'],
    ['https://host.test/files/k3y/a.pdf', '/files/k3y/a.pdf'],
    ['https://host.test:443/files/k3y/%D0%B0.pdf?e=1#page=2', '/files/k3y/%D0%B0.pdf?e=1'],
    ['https://host.test/files/k3y/ж.pdf', '/files/k3y/%D0%B6.pdf'],
  ])("a reference below /files/ stays unchanged and gets the portal's own link: %s", async (file4, expected) => {
    const { file4: reference, file_links } = await recordOf(guest(), { file4 });
    expect([reference, file_links]).toEqual([file4, { [file4]: expected }]);
  });

  it('the link of a reference below /files/ opens through the gateway with its query', async () => {
    const one = guest();
    const file5 = `${HOST}/files/k3y/me.png?signature=abc`;
    const { file_links } = await recordOf(one, { file5 });
    await one.hostResponds({ headers: { 'content-type': 'image/png' }, body: 'bytes' });
    expect((await one.visit(String(file_links[file5]))).status).toBe(200);
    expect((await one.hostSaw()).at(-1)?.path).toBe('/files/k3y/me.png?signature=abc');
  });
});

describe('a reference below a listed folder', () => {
  it.each([
    ['/storage/applications/57/photo.jpg', '/storage/applications/57/photo.jpg'],
    ['storage/applications/57/photo.jpg', '/storage/applications/57/photo.jpg'],
    ['https://host.test/uploads/a b.jpg', '/uploads/a%20b.jpg'],
    ['/uploads/фото.jpg', '/uploads/%D1%84%D0%BE%D1%82%D0%BE.jpg'],
  ])('a reference below a listed folder stays unchanged and gets a sealed link: %s', async (file5, path) => {
    const one = guest();
    const { record, cookie } = await signInTo(one, { file5 });
    expect(record.file5).toBe(file5);
    const link = String(record.file_links[file5]);
    expect(link).toMatch(/^\/files\/~\/[\w-]{43}\//);
    expect(link.endsWith(path)).toBe(true);
    const own = { 'content-type': 'image/jpeg', 'content-length': '5', 'set-cookie': 'a=b' };
    await one.hostResponds({ headers: own, body: 'bytes' });
    const headers = { Cookie: `${cookie}; other=1`, Authorization: `Bearer ${TOKEN}` };
    const response = await one.visit(link, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    expect(response.headers.get('set-cookie')).toBeNull();
    const head = await one.visit(link, { headers, method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5', '']);
    const call = (await one.hostSaw()).at(-1);
    expect(call?.path).toBe(path);
    const sent = new Headers(call?.headers);
    expect([sent.get('cookie'), sent.get('authorization')]).toEqual([null, null]);
  });

  it('a sealed link opens in no other browser and for no other path', async () => {
    const one = guest();
    const file5 = '/storage/applications/57/photo.jpg';
    const { record, cookie } = await signInTo(one, { file5 });
    const link = String(record.file_links[file5]);
    const other = { Cookie: cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) };
    for (const headers of [{}, { Cookie: '__Host-visa-bind=x' }, other]) {
      const response = await one.visit(link, { headers });
      expect([response.status, await readErrorCode(response)]).toEqual([403, 'link_expired']);
    }
    const headers = { Cookie: cookie };
    for (const path of ['/storage/applications/58/photo.jpg', '/uploads/photo.jpg']) {
      expect((await one.visit(link.replace(file5, path), { headers })).status).toBe(403);
    }
    const refused = [
      link.replace(file5, '/admin/photo.jpg'),
      link.replace(file5, '/storage/applications/'),
      link.replace('/57/', '/57//'),
      link.replace('/57/', '/%2e%2e/'),
      link.replace('/57/', '/57%2F'),
      `${link}?x=1`,
      `${link}?`,
      '/files/~/storage/applications/57/photo.jpg',
    ];
    for (const address of refused) expect((await one.visit(address, { headers })).status, address).toBe(404);
    expect((await one.hostSaw()).filter(({ path }) => !path.startsWith('/api/'))).toEqual([]);
  });

  it.each([301, 302, 400, 401, 404, 405, 410, 414, 422])(
    'a file whose path the host refuses with %i is not_found',
    async (status) => {
      const one = guest();
      await one.hostResponds({
        status,
        body: '<h1>No</h1>',
        headers: { 'content-type': 'text/html' },
        isOutside: true,
      });
      const response = await one.visit('/files/k3y/a.pdf');
      expect([response.status, await readErrorCode(response)]).toEqual([404, 'not_found']);
    },
  );

  it.each([
    ['an error of the contract', 403, { code: 'link_expired', message: 'm', request_id: 'r' }],
    ['a page of the host', 403, '<h1>Forbidden</h1>'],
    ['a missing file', 404, ''],
  ])('a closed link opens a page for a visitor, and is an error body for a script: %s', async (_, status, body) => {
    const one = guest();
    const isText = typeof body === 'string';
    await one.hostResponds({
      status,
      body: isText ? body : JSON.stringify(body),
      headers: { 'content-type': isText ? 'text/html' : 'application/json' },
      isOutside: true,
    });
    const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'en' };
    const page = await one.visit('/files/k3y/a.pdf', { headers });
    expect([page.status, page.headers.get('content-type'), page.headers.get('content-language')]).toEqual([
      status,
      expect.stringMatching(/^text\/html/),
      'en',
    ]);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const script = await one.visit('/files/k3y/a.pdf', { headers: { Accept: '*/*' } });
    expect([script.status, (await script.json<{ code: string }>()).code]).toEqual([
      status,
      status === 403 ? 'link_expired' : 'not_found',
    ]);
    expect(one.lines.map(({ code }) => code)).toEqual(Array(2).fill(status === 403 ? 'link_expired' : 'not_found'));
  });

  it('a file behind a sealed link is never shown as a page', async () => {
    const one = guest();
    const file5 = '/uploads/me.html';
    const { record, cookie } = await signInTo(one, { file5 });
    await one.hostResponds({ headers: { 'content-type': 'text/html' }, body: '<script>' });
    const response = await one.visit(String(record.file_links[file5]), { headers: { Cookie: cookie } });
    expect([response.status, await readErrorCode(response)]).toEqual([502, 'host_unreachable']);
  });
});

describe('a reference that the portal cannot open', () => {
  it.each([
    'https://storage.example.org/bucket/passport.pdf?X-Signature=abc',
    'https://host.test.example.org/files/k3y/a.pdf',
    'http://host.test/files/k3y/a.pdf',
    '//storage.example.org/files/k3y/a.pdf',
    '/\\storage.example.org/files/k3y/a.pdf',
    'https://host.test/storage/a.pdf',
    'https://user:pass@host.test/uploads/a.pdf',
    'https://host.test/files/../admin/a.pdf',
    '/files/k3y//a.pdf',
    '/files/%2e%2e%2fadmin',
    '/storage/applicationsX/a.pdf',
    '/storage/applications/',
    '/storage/applications/../../admin/a.pdf',
    '/storage/applications/57/../58/a.pdf',
    '/storage/applications/%2e%2e/%2e%2e/admin/a.pdf',
    '/storage/applications/57%2fa.pdf',
    '/storage/applications\\57\\a.pdf',
    '/uploads/a.pdf?download=1',
    '/uploads/a.pdf#page=2',
    '/uploads//a.pdf',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
  ])('a foreign reference stays unchanged, gets no link, and its field is logged: %s', async (file4) => {
    const one = guest();
    const file5 = '/files/k3y/me.png';
    const { file4: reference, file_links } = await recordOf(one, { file4, file5 });
    expect([reference, file_links]).toEqual([file4, { [file5]: file5 }]);
    expect(one.lines).toMatchObject([{ event: 'call', endpoint: 'login', hidden_files: ['file4'] }]);
    expect(JSON.stringify(one.lines)).not.toMatch(/k3y|storage|uploads|javascript|passport/);
  });

  it('a reference below an unlisted folder of the host gets no link', async () => {
    const one = guest([]);
    const { file_links } = await recordOf(one, { file5: '/storage/applications/57/photo.jpg' });
    expect(file_links).toEqual({});
  });
});

describe('file links in a record of another host', () => {
  it('files of list items get links too', async () => {
    const one = guest();
    const item = {
      name: 'https://example.org',
      file6: `${HOST}/files/k/6.pdf`,
      marriage_or_birth_document_file: 'https://x.test/7',
    };
    for (const list of [[item, 'odd', null], JSON.stringify([item])]) {
      const { file_links, formatted_relatives } = await recordOf(one, { formatted_relatives: list });
      expect([file_links, formatted_relatives]).toEqual([{ [item.file6]: '/files/k/6.pdf' }, [item]]);
    }
    expect(one.lines[0]).toMatchObject({ hidden_files: ['marriage_or_birth_document_file'] });
  });

  it.each(['user', 'data', 'attributes'])('references inside %s of a record get links', async (name) => {
    const { file_links } = await recordOf(guest(), { [name]: { file5: '/files/k/me.png' } });
    expect(file_links).toEqual({ '/files/k/me.png': '/files/k/me.png' });
  });

  it.each(['/api/v1/user', '/api/v1/founders/1'])('references in the response of %s get links', async (path) => {
    const one = guest();
    const session = await one.signIn();
    const record = sampleRecord('founder', { file4: '/uploads/a.pdf' });
    const name = path.endsWith('user') ? 'object' : 'data';
    await one.hostResponds({ body: JSON.stringify({ [name]: record }), isOutside: true });
    const init = path.endsWith('user') ? {} : { method: 'POST', body: new FormData() };
    const response = await one.visit(path, { ...init, headers: session });
    const { file_links } = (await response.json<Record<string, FileRecord>>())[name] as FileRecord;
    await one.hostResponds({ headers: { 'content-type': 'application/pdf' }, body: 'bytes' });
    const file = await one.visit(String(file_links['/uploads/a.pdf']), { headers: { Cookie: session.Cookie } });
    expect(file.status).toBe(200);
  });

  it('a record without a signed-in browser gets no sealed links', async () => {
    const one = guest();
    const data = { id: 5, file4: '/uploads/a.pdf' };
    await one.hostResponds({ status: 201, body: JSON.stringify({ data }), isOutside: true });
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const response = await one.visit('/api/v1/founders', { method: 'POST', body: new FormData(), headers });
    expect(await response.json()).toMatchObject({ data: { ...data, id: '5', file_links: {} } });
  });

  it.each([
    ['[]', '[]'],
    ['null', 'null'],
    ['{"object":', '{"object":'],
    ['{"object":null,"offers":[]}', '{"offers":[]}'],
    ['{"object":[]}', '{}'],
  ])('a response without a record has none: %s is %s', async (body, expected) => {
    const one = guest();
    const session = await one.signIn();
    await one.hostResponds({ body, isOutside: true });
    const response = await one.visit('/api/v1/user', { headers: session });
    expect(await response.text()).toBe(expected);
  });

  it('file_links are added only to the calls with a record', async () => {
    const one = guest();
    const body = JSON.stringify({ object: { file4: 'https://storage.example.org/a.pdf' } });
    await one.hostResponds({ body, isOutside: true });
    expect(await (await one.visit('/api/v1/employee-visa/c0de')).text()).toBe(body);
  });

  it('a record of the embedded host passes byte for byte', async () => {
    const one = startGateway({ otherHost: null });
    const body = `{ "token": "${TOKEN}", "object": {"file4":"https://storage.example.org/a.pdf"} }`;
    await one.hostResponds({ body, isOutside: true });
    const response = await one.visit('/api/v1/user-login', jsonBody({ email: 'a@example.org', password: 'x' }));
    expect(await response.text()).toBe(body);
  });
});

describe('an optional read that the host lacks', () => {
  const READS = [
    '/api/v1/user',
    '/api/v1/user/sessions',
    '/api/v1/user/messages',
    '/api/v1/messages',
    '/api/v1/parcels',
  ];
  const ABSENT = [
    { status: 404, body: 'Not found', headers: { 'content-type': 'text/html' } },
    { status: 404, body: '{"message":"Not found"}', headers: { 'content-type': 'application/json' } },
    { status: 405, body: '' },
    { status: 501, body: '' },
    { status: 200, body: '<!doctype html>', headers: { 'content-type': 'text/html' } },
  ];
  it.each(READS)('an optional read that the host lacks is 204: %s', async (path) => {
    const one = guest();
    const headers = await one.signIn();
    for (const script of ABSENT) {
      await one.hostResponds({ ...script, isOutside: true });
      const response = await one.visit(path, { headers });
      expect([response.status, await response.text()], JSON.stringify(script)).toEqual([204, '']);
    }
  });

  it('a failing optional read and a missing other call are not 204', async () => {
    const one = guest();
    const headers = await one.signIn();
    for (const status of [500, 502, 503]) {
      await one.hostResponds({ status, body: '', isOutside: true });
      expect((await one.visit('/api/v1/user', { headers })).status).toBeGreaterThanOrEqual(500);
    }
    await one.hostResponds({ status: 404, body: '', isOutside: true });
    expect((await one.visit('/api/v1/user/withdraw', { method: 'POST', headers })).status).toBe(404);
  });

  it('a visa check outside the contract says that the host may lack the call, and an unknown visa does not', async () => {
    const one = guest();
    for (const script of ABSENT) {
      await one.hostResponds({ ...script, isOutside: true });
      const response = await one.visit('/api/v1/employee-visa/c0de');
      expect(await response.json(), JSON.stringify(script)).toMatchObject({ call_absent: true });
    }
    const body = JSON.stringify({ code: 'not_found', message: 'There is no such visa', request_id: 'r' });
    await one.hostResponds({ status: 404, headers: { 'content-type': 'application/json' }, body });
    const unknown = await one.visit('/api/v1/employee-visa/c0de');
    expect([unknown.status, await unknown.json()]).toEqual([404, JSON.parse(body)]);
    await one.hostResponds({ status: 429, body: '', isOutside: true });
    expect(await (await one.visit('/api/v1/employee-visa/c0de')).json()).not.toHaveProperty('call_absent');
  });
});
