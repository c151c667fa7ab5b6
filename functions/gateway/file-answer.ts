/**
 * Files on their way down (api.md, "Files"). Rule: whatever a host says, what was uploaded never runs as part of the portal:
 * four types, a sandbox, no cache, and our own name for it.
 */

import { contentDisposition, keptName } from '../../src/domain/input/file-names.ts';
import { DOCUMENT_TYPES, type FileType, fileNameOf, PHOTO_TYPES } from '../../src/domain/input/files.ts';
import { FILE_HEADERS } from '../../src/domain/security/headers.ts';
import { discard, errorAnswer, outOfOrder } from './answers.ts';
import type { HostAnswer } from './forward.ts';
import { Refusal } from './refusal.ts';

/**
 * The answer to a file link: a file of an accepted type, or an error of the contract.
 * @param pathname the link; its last segment is the file's name
 * @throws Refusal 403 `link_expired`, 502 `host_unreachable` for a file of another type
 */
export async function fileAnswer(answer: HostAnswer, pathname: string): Promise<Response> {
  if (answer.status === 200) {
    const type = acceptedType(answer.headers.get('content-type'));
    if (type === null) throw discard(answer, outOfOrder());
    const isShown = isInline(answer.headers.get('content-disposition')) && PHOTO_TYPES.includes(type);
    const disposition = contentDisposition(isShown ? 'inline' : 'attachment', keptName(fileNameOf(pathname), type));
    return new Response(answer.stream(), {
      headers: { ...FILE_HEADERS, 'Content-Type': type, 'Content-Disposition': disposition },
    });
  }
  if (answer.status === 403) return errorAnswer(answer, new Refusal('link_expired', 'The link is not valid any more'));
  return errorAnswer(answer);
}

function acceptedType(header: string | null): FileType | null {
  const type = header?.split(';')[0]?.trim().toLowerCase();
  return DOCUMENT_TYPES.find((accepted) => accepted === type) ?? null;
}

const isInline = (header: string | null) => /^\s*inline\s*(?:;|$)/i.test(header ?? '');
