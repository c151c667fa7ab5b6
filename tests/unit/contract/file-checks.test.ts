/** The host checks say of a host only what they have seen. */
import { expect, it } from 'vitest';
import { readRecord } from '../../../src/domain/application/record.ts';
import type { CheckContext } from '../../contract/check.ts';
import { Undecided } from '../../contract/finding.ts';
import { FILES } from '../../contract/levels/files.ts';
import { REACHABLE } from '../../contract/levels/reachable.ts';

const ORIGIN = 'https://admin.example.org';
const [fileLinks, , replacedFile] = FILES;
const PDF = new TextEncoder().encode('%PDF-1.4\n%%EOF');

/** A context whose host stores files at these references, and opens each as the same document. */
function contextOf(references: Record<string, string>) {
  const record = readRecord({ id: '57', application_type: 'founder', ...references });
  const learned: object[] = [];
  const reply = { status: 200, headers: new Headers({ 'Content-Type': 'application/pdf' }), bytes: PDF };
  const context = {
    origin: ORIGIN,
    person: () => ({ type: 'founder', record, values: { formatted_relatives: [] } }),
    people: () => [{ record }],
    learn: (found: object) => void learned.push(found),
    signIn: async () => 'token',
    update: async () => ({ ...reply, status: 200 }),
    currentRecord: async () => record,
    file: () => null,
    host: { get: async () => reply },
  } as unknown as CheckContext;
  return { context, learned };
}

it('a folder that was seen once is not a folder of the profile', async () => {
  const { context, learned } = contextOf({ file4: '/uploads/2026/passport.pdf' });
  await expect(fileLinks?.run(context)).rejects.toThrow();
  expect(learned).toEqual([]);
});

it('a folder of several files is a folder of the profile', async () => {
  const files = { file4: '/uploads/57/passport.pdf', resume_file: '/uploads/57/cv.pdf' };
  const { context, learned } = contextOf(files);
  await expect(fileLinks?.run(context)).rejects.toThrow();
  expect(learned).toEqual([{ files: ['/uploads/'] }]);
});

it('a link to another origin after a change is not an old file', async () => {
  const { context } = contextOf({ file4: 'https://bucket.s3.example.org/57/passport.png?X-Amz-Signature=a' });
  await expect(replacedFile?.run(context)).rejects.toThrow(Undecided);
});

it.each([
  ['https://new.example.org/api/v1/check-email', '; enter https://new.example.org as ADMIN_HOST'],
  ['https://sso.example.org/login', ''],
])('a redirect to %s says what to enter', async (location, advice) => {
  const reply = { status: 308, headers: new Headers({ Location: location }), bytes: new Uint8Array() };
  const [reachable] = REACHABLE;
  const context = { origin: ORIGIN, host: { call: async () => reply } } as unknown as CheckContext;
  await expect(reachable?.run(context)).rejects.toThrow(
    `employeeVisa: 308, a redirect to ${location}, which the gateway does not follow${advice}`,
  );
});
