import type { FieldErrors } from '../../../src/domain/api/errors.ts';
import { emailIssue, emailKey } from '../../../src/domain/input/email.ts';
import { Failure, invalid } from '../runtime/failure.ts';
import { readWhole, requireMediaType } from './limits.ts';

/** @throws Failure `unsupported_media`, `too_large` or `malformed` */
export async function readJsonBody(request: Request, limit: number): Promise<Record<string, unknown>> {
  requireMediaType(request, 'application/json');
  const { buffer, byteLength } = await readWhole(request, limit);
  const value = parse(Buffer.from(buffer, 0, byteLength).toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure('malformed', 'the body must be a JSON object');
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('malformed', 'the body is not JSON');
  }
}

/** A text of a body; empty for none. @throws Failure `malformed` for another type */
export function textIn(body: Record<string, unknown>, name: string): string {
  const value = body[name] ?? '';
  if (typeof value !== 'string') throw new Failure('malformed', `"${name}" must be a text`);
  return value;
}

/** Reads texts of a body. @throws Failure `malformed` for another type, `validation_failed` for an empty text */
export function requireTexts<const Name extends string>(
  body: Record<string, unknown>,
  names: readonly Name[],
): Record<Name, string> {
  const errors: FieldErrors = {};
  const texts: Record<string, string> = {};
  for (const name of names) {
    const value = textIn(body, name);
    if (value.trim() === '') errors[name] = ['required'];
    texts[name] = value;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return texts as Record<Name, string>;
}

/** The e-mail address of a body, normalized for comparison. @throws Failure `validation_failed` */
export function readEmail(body: Record<string, unknown>): string {
  const { email } = requireTexts(body, ['email']);
  const issue = emailIssue(email.trim());
  if (issue) throw invalid({ email: [issue] });
  return emailKey(email);
}
