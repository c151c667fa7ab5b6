/** GET /files/…: serves a stored file for a signed link. Rule: an upload never executes in the portal's origin. */
import { contentDisposition } from '../../../src/domain/input/file-names.ts';
import { FILE_HEADERS } from '../../../src/domain/security/headers.ts';
import { readLink } from '../files/links.ts';
import type { AdminEnv } from '../runtime/env.ts';
import { Failure } from '../runtime/failure.ts';
import { findFile } from '../store/files.ts';

/** @param pathname not decoded @throws Failure `link_expired` for an altered or expired link, or a replaced file */
export async function serveFile(env: AdminEnv, pathname: string, now: number): Promise<Response> {
  const link = readLink(env, pathname, now);
  const file = link && (await findFile(env.DB, link.id));
  if (!link || !file || file.name !== link.name) throw linkExpired();
  const object = await env.FILES.get(file.id);
  if (!object) throw linkExpired();
  return new Response(object.body, {
    headers: {
      ...FILE_HEADERS,
      'Content-Type': file.type,
      'Content-Length': String(object.size),
      'Content-Disposition': contentDisposition(file.field === 'file5' ? 'inline' : 'attachment', file.name),
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
}

const linkExpired = () => new Failure('link_expired', 'the link is altered, too old, or its file was replaced');
