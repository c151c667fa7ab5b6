/** Stored files, and the frame that draws them. Rule: no content of a file executes in the desk's origin. */
import { contentDisposition } from '../../../src/domain/input/file-names.ts';
import { findStoredFile } from '../../admin/store/files.ts';
import { createRoutes } from '../request/office.ts';
import { FILE_POLICY, viewerPolicy } from '../request/security.ts';

export const fileRoutes = createRoutes();

fileRoutes.get('/files/:id', async (c) => {
  const { DB, FILES } = c.var.office.env;
  const file = await findStoredFile(DB, c.req.param('id'));
  const object = file && (await FILES.get(file.id));
  if (!object) return c.notFound();
  const isSaved = c.req.query('save') !== undefined;
  return c.body(object.body, 200, {
    'Content-Type': file.type,
    'Content-Length': String(object.size),
    'Content-Disposition': contentDisposition(isSaved ? 'attachment' : 'inline', file.name),
    'Content-Security-Policy': FILE_POLICY,
  });
});

/** The frame with its script inlined: with an opaque origin it could not load one. */
fileRoutes.get('/scan', async (c) => {
  const { locale, t } = c.var.office;
  const nonce = crypto.randomUUID();
  const script = await c.env.ASSETS.fetch(new URL('/assets/viewer.js', c.req.url));
  const head = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${t('scans.frame')}</title><style nonce="${nonce}">${STYLE}</style></head><body><main></main><script nonce="${nonce}">`;
  const body = `${head}${await script.text()}</script></body></html>`;
  return c.html(body, 200, { 'Content-Security-Policy': viewerPolicy(nonce) });
});

const STYLE =
  'body{margin:0;background:gray}main{display:grid;gap:8px;justify-items:center;padding:8px;width:max-content;min-width:100%;box-sizing:border-box}img,canvas{display:block;background:#fff;max-width:none}';
