/** Links to files in the records of another host: a browser is led to the portal's own `/files/…` or nowhere. */
import { describe, expect, it } from 'vitest';
import { HOST, ownGateway } from './own-gateway.ts';
import { sampleRecord, signedInAs } from './sample-answers.ts';
import { jsonBody, TOKEN } from './visitor.ts';

/** A gateway in front of a host at an address of its own. */
const guest = (hostOrigin: string | null = HOST) => ownGateway({ hostOrigin });

type Guest = ReturnType<typeof guest>;

/** What a sign-in tells of the sample record with these changes. */
async function recordOf(one: Guest, changes: object, isOutside = false): Promise<Record<string, unknown>> {
  await one.hostAnswers({ body: signedInAs(sampleRecord('founder', changes)), isOutside });
  const answer = await one.visit('/api/v1/user-login', jsonBody({ email: 'a@example.org', password: 'x' }));
  return ((await answer.json()) as { object: Record<string, unknown> }).object;
}

describe('A link of the host’s own origin', () => {
  it.each([
    ['/files/k3y/a.pdf', '/files/k3y/a.pdf'],
    ['/files/k3y/a.pdf?expires=1&signature=a%2Bb', '/files/k3y/a.pdf?expires=1&signature=a%2Bb'],
    ['https://host.test/files/k3y/a.pdf', '/files/k3y/a.pdf'],
    ['https://host.test:443/files/k3y/%D0%B0.pdf?e=1#page=2', '/files/k3y/%D0%B0.pdf?e=1'],
    ['https://host.test/files/k3y/ж.pdf', '/files/k3y/%D0%B6.pdf'],
  ])('becomes the portal’s: %s', async (link, expected) => {
    expect(await recordOf(guest(), { file4: link })).toEqual(sampleRecord('founder', { file4: expected }));
  });

  it('opens through the gateway, with its query', async () => {
    const one = guest();
    const { file5 } = await recordOf(one, { file5: `${HOST}/files/k3y/me.png?signature=abc` });
    await one.hostAnswers({ headers: { 'content-type': 'image/png' }, body: 'bytes' });
    expect((await one.visit(String(file5))).status).toBe(200);
    expect((await one.hostSaw()).at(-1)?.path).toBe('/files/k3y/me.png?signature=abc');
  });
});

describe('A link that the portal can’t open', () => {
  it.each([
    'https://storage.example.org/bucket/passport.pdf?X-Signature=abc',
    'https://host.test.example.org/files/k3y/a.pdf',
    'http://host.test/files/k3y/a.pdf',
    '//storage.example.org/files/k3y/a.pdf',
    '/\\storage.example.org/files/k3y/a.pdf',
    'https://host.test/storage/a.pdf',
    'https://host.test/files/../admin/a.pdf',
    '/files/k3y//a.pdf',
    '/files/%2e%2e%2fadmin',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
  ])('is left out, and its field is named in the log, not its address: %s', async (link) => {
    const one = guest();
    const file5 = '/files/k3y/me.png';
    expect(await recordOf(one, { file4: link, file5 })).toEqual(sampleRecord('founder', { file4: null, file5 }));
    expect(one.lines).toMatchObject([{ event: 'call', endpoint: 'login', dropped_links: ['file4'] }]);
    expect(JSON.stringify(one.lines)).not.toMatch(/k3y|storage|javascript|passport/);
  });
});

describe('A record of another host', () => {
  it('has the files of its lists led the same way, and nothing else changed', async () => {
    const one = guest();
    const item = {
      name: 'https://example.org',
      file6: `${HOST}/files/k/6.pdf`,
      marriage_or_birth_document_file: 'https://x.test/7',
    };
    const record = { id: 1, project: 'https://example.org/a', file: null, file2: '' };
    const led = { ...item, file6: '/files/k/6.pdf', marriage_or_birth_document_file: null };
    expect(await recordOf(one, { ...record, formatted_relatives: [item, 'odd', null] }, true)).toEqual(
      sampleRecord('founder', { ...record, formatted_relatives: [led, 'odd', null] }),
    );
    expect(one.lines).toMatchObject([{ dropped_links: ['marriage_or_birth_document_file'] }]);
  });

  it.each(['/api/v1/user', '/api/v1/founders/1'])('is read in the answer of %s, too', async (path) => {
    const one = guest();
    const session = await one.signIn();
    const told = sampleRecord('founder', { file4: `${HOST}/files/k/a.pdf` });
    await one.hostAnswers({ body: JSON.stringify({ object: told, data: told }) });
    const init = path.endsWith('user') ? {} : { method: 'POST', body: new FormData() };
    const answer = await one.visit(path, { ...init, headers: session });
    const ours = sampleRecord('founder', { file4: '/files/k/a.pdf' });
    expect(await answer.json()).toEqual({ object: ours, data: ours });
  });

  it.each(['[]', 'null', '{"object":null}', '{"object":[]}', '{"object":'])('may be none at all: %s', async (body) => {
    const one = guest();
    const session = await one.signIn();
    await one.hostAnswers({ body, isOutside: true });
    const answer = await one.visit('/api/v1/user', { headers: session });
    expect(await answer.text()).toBe(body);
  });

  it('is looked for in the calls that have one, and in no other', async () => {
    const one = guest();
    const body = JSON.stringify({ object: { file4: 'https://storage.example.org/a.pdf' } });
    await one.hostAnswers({ body, isOutside: true });
    expect(await (await one.visit('/api/v1/employee-visa/c0de')).text()).toBe(body);
  });

  it('is passed on byte for byte from the embedded host', async () => {
    const one = guest(null);
    const body = `{ "token": "${TOKEN}", "object": {"file4":"https://storage.example.org/a.pdf"} }`;
    await one.hostAnswers({ body, isOutside: true });
    const answer = await one.visit('/api/v1/user-login', jsonBody({ email: 'a@example.org', password: 'x' }));
    expect(await answer.text()).toBe(body);
  });
});
