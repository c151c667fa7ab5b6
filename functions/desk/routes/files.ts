/**
 * Stored files, and the frame that draws them. It is stored who has read which file. No content of a file executes in the desk's
 * origin.
 */
import { contentDisposition } from '../../../src/domain/input/file-names.ts';
import { fileTitle } from '../../admin/mail/file-titles.ts';
import { Applicants } from '../../admin/store/applicants.ts';
import { StoredFiles } from '../../admin/store/files.ts';
import { traceRead } from '../../office/officer.ts';
import type { DeskContext, Office, Routes } from '../request/office.ts';
import { FILE_POLICY, viewerPolicy } from '../request/security.ts';

async function sendFile(office: Office, c: DeskContext) {
  const { DB, FILES } = office.env;
  const file = await new StoredFiles(DB).find(c.req.param().id ?? '');
  const object = file && (await FILES.get(file.id));
  if (!object) return c.notFound();
  await traceRead(office, 'scan', file.applicantId);
  const applicant = c.req.query('save') === undefined ? null : await new Applicants(DB).load(file.applicantId);
  const name = applicant ? fileTitle(file, applicant, office.locale) : file.name;
  return c.body(object.body, 200, {
    'Content-Type': file.type,
    'Content-Length': String(object.size),
    'Content-Disposition': contentDisposition(applicant ? 'attachment' : 'inline', name),
    'Content-Security-Policy': FILE_POLICY,
  });
}

const STYLE =
  'body{margin:0;background:gray}main{display:grid;gap:8px;justify-items:center;padding:8px;width:max-content;min-width:100%;box-sizing:border-box}p{margin:0;padding:8px;background:#fff;font:1rem/1.4 sans-serif}img,canvas{display:block;background:#fff;max-width:none}';

/** The frame with its script inlined: a page with an opaque origin could not load one. */
async function viewerPage({ locale, t }: Office, c: DeskContext) {
  const nonce = crypto.randomUUID();
  const script = await c.env.ASSETS.fetch(new URL('/assets/viewer.js', c.req.url));
  const head = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${t('scans.frame')}</title><style nonce="${nonce}">${STYLE}</style></head><body><main></main><script nonce="${nonce}">`;
  const body = `${head}${await script.text()}</script></body></html>`;
  return c.html(body, 200, { 'Content-Security-Policy': viewerPolicy(nonce) });
}

export const fileRoutes: Routes = { get: { '/files/:id': sendFile, '/scan': viewerPage } };
