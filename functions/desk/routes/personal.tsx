/** Personal data: handing out what is held of an applicant, and ending it. Rule: what can't be undone asks to type its number. */
import { Hono } from 'hono';
import { DeskRefusal, findApplicant, requireApplicant } from '../../admin/desk/command.ts';
import { exportArchive } from '../../admin/desk/export-archive.ts';
import { retentionMonths } from '../../admin/runtime/settings.ts';
import { recordAction } from '../../admin/store/desk.ts';
import { findHeld } from '../../admin/store/erase.ts';
import { findDue } from '../../admin/store/retention.ts';
import { htmlOf, Page } from '../pages/Page.tsx';
import { RefusedPage } from '../pages/Refused.tsx';
import { applicationPath, deletionWords, Notice, Section, TextField } from '../pages/ui.tsx';
import type { DeskEnv } from '../request/env.ts';
import { type DeskVariables, type Office, operatorOf, run } from '../request/office.ts';
import { requireRole } from './refusals.tsx';

export const personalRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

personalRoutes.get('/applications/:id/personal', async (c) => {
  const office = c.get('office');
  requireRole(office, 'erase');
  const id = c.req.param('id');
  const operator = operatorOf(office);
  const held = await findHeld(office.env.DB, id);
  if (!held) throw new DeskRefusal(operator.t('unknownApplicant', { id }));
  const ended = await isDue(office, id);
  const request = held.deletionAskedAt;
  return c.html(
    htmlOf(<PersonalPage office={office} id={id} hasVisa={held.visas.length > 0} isDue={ended} request={request} />),
  );
});

/** Its retention is over. */
async function isDue({ env, now }: Office, id: string): Promise<boolean> {
  const months = retentionMonths(env);
  return months !== null && (await findDue(env.DB, { now, months, only: id, limit: 1 })).length > 0;
}

interface PersonalPageProps {
  office: Office;
  id: string;
  hasVisa: boolean;
  isDue: boolean;
  /** When the applicant asked to be deleted; null where no request is open. */
  request: number | null;
}

function PersonalPage({ office, id, hasVisa, isDue, request }: PersonalPageProps) {
  const { t } = office;
  return (
    <Page office={office} title={t('personal.title')}>
      <p>
        <a href={applicationPath(id)}>{t('back', { name: id })}</a>
      </p>
      <h1>{t('personal.title')}</h1>
      {request !== null && (
        <Section id="deletion" title={t('deletion.title')}>
          <p>{deletionWords(office, request)}</p>
          <form method="post" action={applicationPath(id, '/decline')} className="form">
            <TextField
              name="note"
              label={t('deletion.reason')}
              hint={t('deletion.hint')}
              rows={3}
              maxLength={4000}
              required
            />
            <button type="submit" className="button button--quiet">
              {t('deletion.button')}
            </button>
          </form>
        </Section>
      )}
      <Section id="export" title={t('personal.export')}>
        <p>{t('personal.exportText')}</p>
        <p>
          <a className="button" href={applicationPath(id, '/personal.zip')} download>
            {t('personal.exportButton')}
          </a>
        </p>
      </Section>
      {isDue && (
        <Section id="anonymise" title={t('personal.anonymise')}>
          <p>{t('personal.anonymiseText')}</p>
          <EndForm office={office} id={id} action="anonymise" />
        </Section>
      )}
      <Section id="erase" title={t('personal.erase')}>
        <Notice tone="warning" title={t('personal.eraseWarning')}>
          {hasVisa && <p>{t('personal.eraseVisa')}</p>}
          <p>{t('personal.backups')}</p>
        </Notice>
        <EndForm office={office} id={id} action="erase" />
      </Section>
    </Page>
  );
}

function EndForm({ office: { t }, id, action }: { office: Office; id: string; action: 'erase' | 'anonymise' }) {
  return (
    <form method="post" action={applicationPath(id, `/${action}`)} className="form">
      <div className="field">
        <label className="field__label" htmlFor={`${action}-typed`}>
          {t('personal.type', { id })}
        </label>
        <input id={`${action}-typed`} name="typed" className="control" autoComplete="off" required />
      </div>
      <button type="submit" className="button button--danger">
        {t(`personal.${action}Button`)}
      </button>
    </form>
  );
}

personalRoutes.get('/applications/:id/personal.zip', async (c) => {
  const office = c.get('office');
  requireRole(office, 'erase');
  const operator = operatorOf(office);
  const applicant = await findApplicant(operator, c.req.param('id'));
  requireApplicant(operator.t, applicant);
  const { by, now } = operator;
  await recordAction(office.env.DB, { applicantId: applicant.id, action: 'export', detail: '', by, now }).run();
  return c.body(await exportArchive(operator, applicant), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${applicant.id}.zip"`,
  });
});

personalRoutes.post('/applications/:id/erase', async (c) => {
  const office = c.get('office');
  const { t } = office;
  requireRole(office, 'erase');
  const id = c.req.param('id');
  const { typed } = await c.req.parseBody();
  await run(office, { name: 'erase', args: [id] }, { typed: String(typed ?? '') });
  return c.html(htmlOf(<RefusedPage office={office} title={t('personal.erased', { id })} />));
});

personalRoutes.post('/applications/:id/decline', async (c) => {
  const office = c.get('office');
  requireRole(office, 'erase');
  const id = c.req.param('id');
  const { note } = await c.req.parseBody();
  await run(office, { name: 'decline', args: [id], options: { note: String(note ?? '') } });
  return c.redirect(applicationPath(id, '?done=declined'), 303);
});

personalRoutes.post('/applications/:id/anonymise', async (c) => {
  const office = c.get('office');
  requireRole(office, 'erase');
  const id = c.req.param('id');
  const { typed } = await c.req.parseBody();
  await run(office, { name: 'anonymise', args: [id] }, { typed: String(typed ?? '') });
  return c.redirect(applicationPath(id, '?done=anonymised'), 303);
});
