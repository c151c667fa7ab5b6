/** Exports, erases and anonymises personal data. Rule: irreversible actions require typing the application number. */

import { retentionMonths } from '../../admin/runtime/settings.ts';
import { recordAction } from '../../admin/store/actions.ts';
import { findErasureSummary } from '../../admin/store/erase.ts';
import { findDue } from '../../admin/store/retention.ts';
import { findApplicant, requireApplicant, UnknownApplication } from '../../office/command.ts';
import { exportArchive } from '../../office/export-archive.ts';
import { Page } from '../pages/Page.tsx';
import { applicationPath } from '../pages/paths.ts';
import { Field, Form, Notice, Section, useOffice } from '../pages/ui.tsx';
import { type DeskContext, type Office, operatorOf } from '../request/office.ts';
import { requireRole } from './refusals.tsx';

export async function personalPage(office: Office, c: DeskContext) {
  requireRole(office, 'erase');
  const { t, env, now, deletionDue } = office;
  const { id = '' } = c.req.param();
  const summary = await findErasureSummary(env.DB, id);
  if (!summary) throw new UnknownApplication(operatorOf(office).t('unknownApplicant', { id }));
  const months = retentionMonths(env);
  const due = months === null ? [] : await findDue(env.DB, { now, months, only: id, limit: 1 });
  return (
    <Page title={t('personal.title')} back={{ to: applicationPath(id), name: id }}>
      {summary.deletionAskedAt !== null && (
        <Section id="deletion" title={t('deletion.title')}>
          <p>{deletionDue(summary.deletionAskedAt).due}</p>
          <Form to={applicationPath(id, '/decline')} submit={t('deletion.button')} look="quiet">
            <Field name="note" rows={3} label={t('deletion.reason')} hint={t('deletion.hint')} required />
          </Form>
        </Section>
      )}
      <Section id="export" title={t('personal.export')}>
        <p>{t('personal.exportText')}</p>
        <a className="button" href={applicationPath(id, '/personal.zip')} download>
          {t('personal.exportButton')}
        </a>
      </Section>
      {due.length > 0 && (
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
    </Page>
  );
}

function DestructiveForm({ id, action }: { id: string; action: 'erase' | 'anonymise' }) {
  const { t } = useOffice();
  return (
    <Form to={applicationPath(id, `/${action}`)} submit={t(`personal.${action}Button`)} look="danger">
      <Field id={`${action}-typed`} name="typed" label={t('personal.type', { id })} required />
    </Form>
  );
}

/** All data about an applicant; each download is logged. */
export async function archive(office: Office, c: DeskContext) {
  requireRole(office, 'erase');
  const operator = operatorOf(office);
  const applicant = await findApplicant(operator, c.req.param().id ?? '');
  requireApplicant(operator.t, applicant);
  const { by, now } = operator;
  if (c.req.method === 'GET')
    await recordAction(office.env.DB, { applicantId: applicant.id, action: 'export', detail: '', by, now }).run();
  return c.body(await exportArchive(operator, applicant), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${applicant.id}.zip"`,
  });
}
