/** Exports, erases and anonymises personal data. For an irreversible action the officer types the application number. */
import { retentionMonths } from '../../admin/runtime/settings.ts';
import { Erasure } from '../../admin/store/erase.ts';
import { Retention } from '../../admin/store/retention.ts';
import { exportArchive } from '../../office/export-archive.ts';
import { requireRole } from '../../office/officer.ts';
import { erase as eraseApplicant } from '../../office/personal-data.ts';
import { OfficeRefusal } from '../../office/refusal.ts';
import { DeskPage, OutcomePage } from '../pages/DeskPage.tsx';
import { applicationPath } from '../pages/paths.ts';
import { CaseSection, DeskField, DeskNotice, Form, useOffice } from '../pages/ui.tsx';
import { type DeskContext, formText, type Office, type Routes } from '../request/office.ts';

const FORM = 'decline';

async function personalPage(office: Office, c: DeskContext) {
  const { t, env, now, deletionDue, may } = office;
  if (!may('export')) requireRole(office, 'erase');
  const { id = '' } = c.req.param();
  const summary = await new Erasure(env.DB).findSummary(id);
  if (!summary) throw new OfficeRefusal('unknownApplicant', { id });
  const months = retentionMonths(env);
  const due = months === null ? [] : await new Retention(env.DB).findDue({ now, months, only: id, limit: 1 });
  const asksDeletion = may('erase') && summary.deletionAskedAt !== null;
  return (
    <DeskPage
      title={t('personal.title')}
      back={{ to: applicationPath(id), name: id }}
      {...(asksDeletion && { form: FORM, areas: ['note'] })}
    >
      {asksDeletion && (
        <CaseSection id="deletion" title={t('deletion.title')}>
          <p>{deletionDue(summary.deletionAskedAt ?? 0).due}</p>
          <Form to={applicationPath(id, '/decline')} id={FORM} submit={t('deletion.button')} look="quiet">
            <DeskField name="note" rows={3} label={t('deletion.reason')} hint={t('deletion.hint')} />
          </Form>
        </CaseSection>
      )}
      {may('export') && (
        <CaseSection id="export" title={t('personal.export')}>
          <p>{t('personal.exportText')}</p>
          <a className="button" href={applicationPath(id, '/personal.zip')} download>
            {t('personal.exportButton')}
          </a>
        </CaseSection>
      )}
      {may('erase') && due.length > 0 && (
        <CaseSection id="anonymise" title={t('personal.anonymise')}>
          <p>{t('personal.anonymiseText')}</p>
          <DestructiveForm id={id} action="anonymise" />
        </CaseSection>
      )}
      {may('erase') && (
        <CaseSection id="erase" title={t('personal.erase')}>
          <DeskNotice tone="warning" title={t('personal.eraseWarning')}>
            {summary.visas.length > 0 && <p>{t('personal.eraseVisa')}</p>}
            <p>{t('personal.backups')}</p>
          </DeskNotice>
          <DestructiveForm id={id} action="erase" />
        </CaseSection>
      )}
    </DeskPage>
  );
}

function DestructiveForm({ id, action }: { id: string; action: 'erase' | 'anonymise' }) {
  const { t } = useOffice();
  return (
    <Form to={applicationPath(id, `/${action}`)} submit={t(`personal.${action}Button`)} look="danger">
      <DeskField id={`${action}-typed`} name="typed" label={t('personal.type', { id })} required />
    </Form>
  );
}

/** All data about an applicant; each download is logged. */
async function archive(office: Office, c: DeskContext) {
  const { id, stream } = await exportArchive(office, c.req.param().id ?? '');
  return c.body(stream, 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${id}.zip"`,
  });
}

async function erase(office: Office, c: DeskContext) {
  const { id = '' } = c.req.param();
  await eraseApplicant(office, id, formText(await c.req.parseBody(), 'typed'));
  return <OutcomePage title={office.t('personal.erased', { id })} />;
}

export const personalRoutes: Routes = {
  get: { '/applications/:id/personal': personalPage, '/applications/:id/personal.zip': archive },
  post: { '/applications/:id/erase': erase },
};
