/** Level 3, last part: files and their links. Also checks that no response of the run contains secrets. */
import { isCanonicalFilePath } from '../../../functions/gateway/request/canonical.ts';
import { fromRecord } from '../../../src/domain/application/record.ts';
import { APPLICATION_ENDPOINTS, type ApplicationType } from '../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { DOCUMENT_TYPES, PHOTO_TYPES, sniffFileType } from '../../../src/domain/input/files.ts';
import { checkFile } from '../../fixtures/check-file.ts';
import { type Check, type CheckContext, tokenOf } from '../check.ts';
import { assert, assertNoHarm, NotChecked, Profiled, received, Undecided } from '../finding.ts';
import { linksOf, type StoredLink, withBlob } from '../people.ts';
import { assertDone, isDone } from '../responses.ts';
import { assertNothingStored } from './applying.ts';

const links = (context: CheckContext, of: ApplicationType = 'founder'): StoredLink[] => {
  const { type, record } = context.person(of);
  return linksOf(fromRecord(type, record), context.origin);
};

const fileLinks: Check = {
  name: 'file-links',
  level: 3,
  effect: 'worsens',
  means: 'Applicants see the names of their files only.',
  mend: 'Store each file whole. Link to /files/… of this origin, as a path or an absolute URL, or list the folder in files of the profile (docs/host.md, “Files”).',
  async run(context) {
    const found = links(context);
    const others = found.flatMap(({ path }) =>
      path !== null && !isCanonicalFilePath(path.split('?')[0] ?? '') ? [path] : [],
    );
    const ids = context.people().flatMap(({ record }) => record?.id ?? []);
    const folder = others.length > 0 ? folderOf(others, ids) : null;
    if (folder !== null) context.learn({ files: [folder] });
    const names = new Set(found.map(({ field }) => field));
    const absent = ['file4', 'file5', 'resume_file', 'file2'].filter((name) => !names.has(name));
    for (const { field, path } of found) await assertOpens(context, field, path);
    assert(absent.length === 0, `${absent.join(', ')}: no link in the record`);
    if (others.length === 0) return;
    assert(folder !== null, `${others[0]}: a folder that the profile can’t list`);
    throw new Profiled(`files are below ${folder}`, 'files');
  },
};

/** @throws Finding, or Harm where only a part of the file is left */
async function assertOpens(context: CheckContext, field: string, path: string | null): Promise<void> {
  assert(path !== null, `${field}: the link leads to another origin`);
  const { status, headers, bytes } = await context.host.get(path);
  assert(status === 200, `${field}, its link: expected 200, received ${status}`);
  const sent = sentFile(context.person('founder').values, field);
  const isPart = sent !== null && bytes.length < sent.size && !(await checkFile(bytes, DOCUMENT_TYPES)).ok;
  assertNoHarm(
    isPart,
    `${field}: ${sent?.size} bytes were sent, and its link opens ${bytes.length}, which are no whole file`,
    'Documents are cut, and the applicant reads “sent”.',
  );
  const type = sniffFileType(bytes);
  const allowed = field === 'file5' ? PHOTO_TYPES : DOCUMENT_TYPES;
  assert(type !== null && allowed.includes(type), `${field}: not the file that was sent`);
  assert(headers.get('content-type')?.split(';')[0] === type, `${field}: Content-Type is not ${type}`);
}

/** The file that the sample has in a field, of the application or of its only relative. */
function sentFile(values: ApplicationValues, field: string): { size: number } | null {
  const file = ({ ...values.formatted_relatives[0], ...values } as Record<string, unknown>)[field];
  return typeof file === 'object' && file !== null && 'size' in file ? (file as { size: number }) : null;
}

/** The folder that all paths share, above those named by an application's number; null for none, and for a single file. */
function folderOf(paths: readonly string[], ids: readonly string[]): string | null {
  if (new Set(paths).size < 2) return null;
  const [first = [], ...rest] = paths.map((path) => path.split('/').slice(1, -1));
  const shared = first.findIndex((name, index) => ids.includes(name) || rest.some((other) => other[index] !== name));
  const names = shared < 0 ? first : first.slice(0, shared);
  return names.length > 0 && names[0] !== 'api' ? `/${names.join('/')}/` : null;
}

/** Parts of a URL that may be random. */
const RANDOM = /[A-Za-z0-9_-]{16,}/g;

/** The parts of a link that a stranger can't guess: not of its file's name, not numbers, and in no other applicant's link. */
function randomParts(path: string, others: readonly string[]): RegExpExecArray[] {
  const isGuessed = (run: string) => /^[\d_-]+$/.test(run) || /passport/i.test(run);
  return [...path.matchAll(RANDOM)].filter(([run]) => !isGuessed(run) && !others.some((other) => other.includes(run)));
}

const alteredLink: Check = {
  name: 'altered-link',
  level: 3,
  effect: 'worsens',
  means: 'The portal can’t tell an altered link from an error of the host.',
  mend: 'Sign each link, or give it at least 96 random bits, and respond with 403 to an altered one; reject paths without the gateway’s signature.',
  async run(context) {
    const [path, ...others] = (['founder', 'specialist', 'investor'] as const).flatMap(
      (type) => links(context, type).find(({ field }) => field === 'file4')?.path ?? [],
    );
    if (!path) throw new NotChecked('requires file-links to pass');
    const { bytes } = await context.host.get(path);
    const runs = randomParts(path, others);
    const direct = context.host.isSigned ? await context.host.get(path, { signature: null }) : null;
    assertNoHarm(
      runs.length === 0 && (direct === null || sameBytes(direct.bytes, bytes)),
      `${path} holds nothing random, and opens ${direct === null ? '' : 'without the gateway’s signature'}`,
      'Who counts up the numbers in a link reads the passports of all applicants.',
    );
    for (const { index, 0: run } of runs) {
      const at = index + 8;
      const other = run[8] === 'A' ? 'B' : 'A';
      const { status, bytes: opened } = await context.host.get(path.slice(0, at) + other + path.slice(at + 1));
      assertNoHarm(
        status === 200 && opened.length > 0,
        'a link with one changed character opens a file',
        'With one link a stranger finds the passports of other applicants.',
      );
      assert(status === 403 || status === 404, `an altered link: expected 403 or 404, received ${status}`);
    }
  },
};

const sameBytes = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

const replacedFile: Check = {
  name: 'replaced-file',
  level: 3,
  effect: 'worsens',
  means: 'A better scan that an applicant sends does not replace the old one.',
  mend: 'Replace the field’s file by the file part of the request.',
  async run(context) {
    const person = context.person('investor');
    await context.signIn(person);
    const reply = await context.update(person, { file4: context.file('passport.png') });
    assertDone(APPLICATION_ENDPOINTS[person.type].update, reply);
    person.record = await context.currentRecord(person);
    const link = linksOf(fromRecord(person.type, person.record), context.origin).find(({ field }) => field === 'file4');
    if (link && link.path === null) throw new Undecided('file4: the link leads to another origin');
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
  effect: 'worsens',
  means: 'An applicant who sends a wrong file does not read which.',
  mend: 'Detect a file’s type from its content, not from its name or declared type; respond with 422 to any type but the four.',
  async run(context) {
    const person = context.newPerson('founder');
    const bytes = new TextEncoder().encode('<!doctype html><script>document.title = "opened"</script>');
    const page = withBlob({ name: 'passport.pdf', type: 'application/pdf', size: bytes.length, bytes });
    const reply = await context.create(person, { changes: { file4: page } });
    if (!isDone(reply)) {
      await assertNothingStored(context, person);
      assert(
        reply.code === 'validation_failed',
        `an HTML page named passport.pdf: expected 422, received ${received(reply)}`,
      );
      return;
    }
    const values = fromRecord(person.type, await context.currentRecord(person));
    const link = linksOf(values, context.origin).find(({ field }) => field === 'file4');
    const opened = link?.path ? await context.host.get(link.path) : null;
    assertNoHarm(
      opened?.status === 200 && sameBytes(opened.bytes, bytes),
      'an HTML page named passport.pdf was stored, and its link opens it',
      'An operator opens a program or a page that was sent as a passport.',
    );
    throw new Undecided('an HTML page named passport.pdf was accepted; what is stored can’t be opened');
  },
};

/**
 * Texts named after a password, a hash or a secret; `passport` does not match, nor does a number of mails, nor a fingerprint of
 * eight hexadecimal digits, as `/healthz` has them.
 */
const SECRET_NAME = /"[^"]*(?:password|passwd|pwd|hash|salt|secret)[^"]*"\s*:\s*"(?!"|[0-9a-f]{8}")/i;
/** The usual prefixes of bcrypt, argon2, scrypt and PBKDF2 hashes. */
const STORED_HASH = /\$(?:2[abxy]|argon2\w*|scrypt|pbkdf2[\w-]*)\$/i;

const LEAK = 'Passwords, or hashes to guess them from, are in browsers and logs.';

export const noSecrets: Check = {
  name: 'no-secrets',
  level: 2,
  effect: 'worsens',
  means: LEAK,
  mend: 'Leave the password and its hash out of every response.',
  async run({ host, passwords }) {
    for (const { what, reply } of host.responses) {
      if (reply.body === undefined) continue;
      const text = new TextDecoder().decode(reply.bytes);
      const isTyped = [...passwords].some((password) => text.includes(password));
      assertNoHarm(isTyped, `${what}: the response contains the password`, LEAK);
      const leak = reply.status < 400 && (SECRET_NAME.test(text) || STORED_HASH.test(text));
      assertNoHarm(leak, `${what}: the response contains a password’s hash, or a property named like one`, LEAK);
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
