/** Level 3, last part: files and their links. Also checks that no response of the run contains secrets. */
import { fromRecord, readWriteResponse } from '../../../src/domain/application/record.ts';
import { APPLICATION_ENDPOINTS } from '../../../src/domain/application/types.ts';
import { DOCUMENT_TYPES, PHOTO_TYPES, sniffFileType } from '../../../src/domain/input/files.ts';
import { type Check, type CheckContext, tokenOf } from '../check.ts';
import { assert, assertStatus, NotChecked, received } from '../finding.ts';
import { linksOf, type SampleFile, type StoredLink } from '../people.ts';
import { assertDone } from '../responses.ts';

const links = (context: CheckContext): StoredLink[] => {
  const { type, record } = context.person('founder');
  return linksOf(fromRecord(type, record), context.origin);
};

const fileLinks: Check = {
  name: 'file-links',
  level: 3,
  effect: 'worsens',
  means: 'Applicants don’t see their files: the gateway drops links to other origins.',
  mend: 'Link to /files/… of this origin, as a path or an absolute URL; serve files of another storage there (docs/host.md, “Files”).',
  async run(context) {
    const found = links(context);
    const names = new Set(found.map(({ field }) => field));
    const absent = ['file4', 'file5', 'resume_file', 'file2', 'file6'].filter((name) => !names.has(name));
    assert(absent.length === 0, `${absent.join(', ')}: no link in the record`);
    for (const { field, path } of found) {
      assert(path !== null, `${field}: the link leads to another origin, or not below /files/`);
      const { status, headers, bytes } = await context.host.get(path);
      assert(status === 200, `${field}, its link: expected 200, received ${status}`);
      const type = sniffFileType(bytes);
      const allowed = field === 'file5' ? PHOTO_TYPES : DOCUMENT_TYPES;
      assert(type !== null && allowed.includes(type), `${field}: not the file that was sent`);
      assert(headers.get('content-type')?.split(';')[0] === type, `${field}: Content-Type is not ${type}`);
    }
  },
};

/** Parts of a URL that look random. */
const RANDOM = /[A-Za-z0-9_-]{16,}/g;

const alteredLink: Check = {
  name: 'altered-link',
  level: 3,
  effect: 'unsafe',
  means: 'With one link a stranger finds the passports of other applicants.',
  mend: 'Sign each link, or give it at least 96 random bits, and respond with 403 to an altered one.',
  async run(context) {
    const path = links(context).find(({ field }) => field === 'file4')?.path;
    if (!path) throw new NotChecked('requires file-links to pass');
    const runs = [...path.replace(/\/[^/?]*(?=\?|$)/, (name) => '/'.repeat(name.length)).matchAll(RANDOM)];
    assert(runs.length > 0, 'the link can be guessed: nothing in it is random');
    for (const { index, 0: run } of runs) {
      const at = index + 8;
      const other = run[8] === 'A' ? 'B' : 'A';
      const { status } = await context.host.get(path.slice(0, at) + other + path.slice(at + 1));
      assert(status === 403 || status === 404, `an altered link: expected 403 or 404, received ${status}`);
    }
  },
};

const replacedFile: Check = {
  name: 'replaced-file',
  level: 3,
  effect: 'worsens',
  means: 'A better scan that an applicant sends does not replace the old one.',
  mend: 'Replace the field’s file by the file part of the request.',
  async run(context) {
    const person = context.person('investor');
    if (person.token === undefined) throw new NotChecked('requires sign-in to pass');
    const before = fromRecord(person.type, person.record);
    const values = { ...before, read_check: person.values.read_check };
    const reply = await context.update(person, { ...values, file4: context.files('passport.png') });
    assertDone(APPLICATION_ENDPOINTS[person.type].update, reply);
    const record = readWriteResponse(reply.body);
    assert(record !== null, `the response to a change: expected {data: record}, received ${received(reply)}`);
    person.record = { ...person.record, ...record };
    const link = linksOf(fromRecord(person.type, record), context.origin).find(({ field }) => field === 'file4');
    const opened = link?.path ? await context.host.get(link.path) : null;
    assert(
      opened?.status === 200 && sniffFileType(opened.bytes) === 'image/png',
      'file4 is not the file that was sent last',
    );
  },
};

const fileContent: Check = {
  name: 'file-content',
  level: 3,
  effect: 'unsafe',
  means: 'An operator opens a program or a page that was sent as a passport.',
  mend: 'Detect a file’s type from its content, not from its name or declared type; respond with 422 to any type but the four.',
  async run(context) {
    const person = context.newPerson('founder');
    const bytes = new TextEncoder().encode('<!doctype html><script>document.title = "opened"</script>');
    const page: SampleFile = { name: 'passport.pdf', type: 'application/pdf', size: bytes.length, bytes };
    const reply = await context.create(person, { changes: { file4: page } });
    assertStatus(reply, [422], 'an HTML page named passport.pdf');
    assert(!(await context.exists(person.email)), 'the address of a refused application is taken');
  },
};

/** Properties named after a password, a hash or a secret; `passport` does not match. */
const SECRET_NAME = /"[^"]*(?:password|passwd|pwd|hash|salt|secret)[^"]*"\s*:\s*(?!null|"")/i;
/** The usual prefixes of bcrypt, argon2, scrypt and PBKDF2 hashes. */
const STORED_HASH = /\$(?:2[abxy]|argon2\w*|scrypt|pbkdf2[\w-]*)\$/i;

export const noSecrets: Check = {
  name: 'no-secrets',
  level: 2,
  effect: 'unsafe',
  means: 'Passwords, or hashes to guess them from, are in browsers and logs.',
  mend: 'Leave the password and its hash out of every response.',
  async run({ host, passwords }) {
    for (const { what, reply } of host.responses) {
      if (reply.body === undefined) continue;
      const text = new TextDecoder().decode(reply.bytes);
      assert(
        ![...passwords].some((password) => text.includes(password)),
        `${what}: the response contains the password`,
      );
      const leak = reply.status < 400 && (SECRET_NAME.test(text) || STORED_HASH.test(text));
      assert(!leak, `${what}: the response contains a password’s hash, or a property named like one`);
    }
  },
};

export const FILES = [fileLinks, alteredLink, replacedFile, fileContent];

/** Signs out all test applicants that have a token. */
export async function signOutAll(context: CheckContext): Promise<void> {
  for (const person of context.people()) {
    if (person.token !== undefined) await context.host.call('logout', {}, tokenOf(person));
  }
}
