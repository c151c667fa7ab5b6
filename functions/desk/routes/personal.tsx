/** Exports, erases and anonymises personal data. Rule: irreversible actions require typing the application number. */
import { DeskRefusal, findApplicant, requireApplicant } from '../../admin/desk/command.ts';
import { exportArchive } from '../../admin/desk/export-archive.ts';
import { retentionMonths } from '../../admin/runtime/settings.ts';
import { recordAction } from '../../admin/store/desk.ts';
import { findErasureSummary } from '../../admin/store/erase.ts';
import { findDue } from '../../admin/store/retention.ts';
import { Page } from '../pages/Page.tsx';
import { applicationPath, deletionNotice, Form, Notice, render, Section, TextField, useOffice } from '../pages/ui.tsx';
import { createRoutes, type Office, operatorOf } from '../request/office.ts';
import { requireRole } from './refusals.tsx';

export const personalRoutes = createRoutes();

personalRoutes.get('/applications/:id/personal', async (c) => {
  const { office } = c.var;
  const { t } = office;
  requireRole(office, 'erase');
  const id = c.req.param('id');
  const summary = await findErasureSummary(office.env.DB, id);
  if (!summary) throw new DeskRefusal(operatorOf(office).t('unknownApplicant', { id }));
  const ended = await isRetentionOver(office, id);
  return render(
    c,
    <Page title={t('personal.title')} back={{ to: applicationPath(id), name: id }}>
      {summary.deletionAskedAt !== null && <DeletionRequest id={id} askedAt={summary.deletionAskedAt} />}
      <Section id="export" title={t('personal.export')}>
        <p>{t('personal.exportText')}</p>
        <a className="button" href={applicationPath(id, '/personal.zip')} download>
          {t('personal.exportButton')}
        </a>
      </Section>
      {ended && (
        <Section id="anonymise" title={t('personal.anonymise')}>
          <p>{t('personal.anonymiseText')}</p>
          <DestructiveForm id={id} action="anonymise" />
        </Section>
      )}
      <Section id="erase" title={t('personal.erase')}>
        <Notice tone="warning" title={t('personal.eraseWarning')}>
          {summary.visas.length > 0 && <p>{t('personal.eraseVisa')}</p>}
          <p>{t('personal.backups')}</p>
        </Notice>
        <DestructiveForm id={id} action="erase" />
      </Section>
    </Page>,
  );
});

async function isRetentionOver({ env, now }: Office, id: string): Promise<boolean> {
  const months = retentionMonths(env);
  return months !== null && (await findDue(env.DB, { now, months, only: id, limit: 1 })).length > 0;
}

/** An open deletion request, with the form that declines it. */
function DeletionRequest({ id, askedAt }: { id: string; askedAt: number }) {
  const office = useOffice();
  const { t } = office;
  const reason = { name: 'note', label: t('deletion.reason'), hint: t('deletion.hint') };
  return (
    <Section id="deletion" title={t('deletion.title')}>
      <p>{deletionNotice(office, askedAt)}</p>
      <Form to={applicationPath(id, '/decline')} submit={t('deletion.button')} look="quiet">
        <TextField {...reason} rows={3} maxLength={4000} required />
      </Form>
    </Section>
  );
}

function DestructiveForm({ id, action }: { id: string; action: 'erase' | 'anonymise' }) {
  const { t } = useOffice();
  return (
    <Form to={applicationPath(id, `/${action}`)} submit={t(`personal.${action}Button`)} look="danger">
      <TextField id={`${action}-typed`} name="typed" label={t('personal.type', { id })} required />
    </Form>
  );
}

personalRoutes.get('/applications/:id/personal.zip', async (c) => {
  const { office } = c.var;
  requireRole(office, 'erase');
  const operator = operatorOf(office);
  const applicant = await findApplicant(operator, c.req.param('id'));
  requireApplicant(operator.t, applicant);
  const { by, now } = operator;
  if (c.req.method === 'GET')
    await recordAction(office.env.DB, { applicantId: applicant.id, action: 'export', detail: '', by, now }).run();
  return c.body(await exportArchive(operator, applicant), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${applicant.id}.zip"`,
  });
});
