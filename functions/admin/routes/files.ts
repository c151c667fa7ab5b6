/** GET /files/…: serves a stored file for a signed link. Rule: nothing that was uploaded may run as part of the portal. */
import type { AdminEnv } from '../env.ts';
import { Failure } from '../failure.ts';
import { readLink } from '../files/links.ts';
import { type FileRow, findFile } from '../store/files.ts';

/**
 * @param pathname as it was asked for, not decoded
 * @throws Failure `link_expired` for an altered or expired link, and for a file that was replaced since
 */
export async function serveFile(env: AdminEnv, pathname: string, now: number): Promise<Response> {
  const link = readLink(env, pathname, now);
  const file = link && (await findFile(env.DB, link.id));
  if (!link || !file || file.name !== link.name) throw linkExpired();
  const object = await env.FILES.get(file.id);
  if (!object) throw linkExpired();
  return new Response(object.body, {
    headers: {
      'Content-Type': file.type,
      'Content-Length': String(object.size),
      'Content-Disposition': disposition(file),
      'Cache-Control': `private, max-age=${Math.floor((link.expiry - now) / 1000)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
}

const linkExpired = () => new Failure('link_expired', 'the link is altered, too old, or its file was replaced');

/** The photo is shown in the page, all else is downloaded; the name as RFC 6266 and RFC 8187 want it. */
function disposition({ field, name }: FileRow): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const kind = field === 'file5' ? 'inline' : 'attachment';
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
