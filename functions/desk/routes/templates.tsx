/** Templates of notes: the list, and the form of one. */

import { listTemplates, type NoteTemplate } from '../../admin/store/note-templates.ts';
import { MAX_TEMPLATE, MAX_TEMPLATES, saveTemplate, TEMPLATE_STATUSES } from '../../office/note-templates.ts';
import { Entries } from '../pages/Entries.tsx';
import { Page } from '../pages/Page.tsx';
import { Field, Form, Multiline, Section, StatusTag, Submit, useOffice } from '../pages/ui.tsx';
import { type DeskContext, type Office, operatorOf } from '../request/office.ts';
import { requireRole } from './refusals.tsx';

const NEW: NoteTemplate = { id: 0, status: 'changes_requested', title: '', ru: '', en: '', version: 0 };

export async function templatesPage({ t, env, locale, may }: Office, c: DeskContext) {
  const templates = await listTemplates(env.DB);
  const template = templates.find(({ id }) => String(id) === c.req.query('edit')) ?? NEW;
  const mayEdit = may('decide') && (template.id !== 0 || templates.length < MAX_TEMPLATES);
  return (
    <Page title={t('places.templates')} section="templates" lead={t('templates.text')}>
      <Entries empty={t('templates.none')}>
        {templates.map(({ id, title, status, ...texts }) => (
          <li key={id}>
            <p>
              {may('decide') ? <a href={`/templates?edit=${id}#edit`}>{title}</a> : title} <StatusTag status={status} />
            </p>
            <Multiline text={texts[locale]} maxLength={200} />
          </li>
        ))}
      </Entries>
      {mayEdit && (
        <Section id="edit" title={t(template.id === 0 ? 'templates.add' : 'templates.change')}>
          <TemplateForm {...template} />
        </Section>
      )}
    </Page>
  );
}

function TemplateForm({ id, status, title, version, ru, en }: NoteTemplate) {
  const { t, statusName } = useOffice();
  const decisions = Object.fromEntries(TEMPLATE_STATUSES.map((one) => [one, statusName(one)]));
  const area = { rows: 4, maxLength: MAX_TEMPLATE.text };
  return (
    <Form to="/templates" values={{ id: String(id), version: String(version) }}>
      <Field name="title" label={t('templates.title')} value={title} maxLength={MAX_TEMPLATE.title} required />
      <Field name="status" label={t('templates.status')} value={status} options={decisions} />
      <Field {...area} name="ru" lang="ru" label={t('templates.ru')} value={ru} />
      <Field {...area} name="en" lang="en" label={t('templates.en')} value={en} />
      <div className="row">
        <Submit name="step" value="save" label={t('templates.save')} />
        {id !== 0 && <Submit name="step" value="delete" label={t('templates.delete')} look="danger" />}
      </div>
    </Form>
  );
}

export async function changeTemplates(office: Office, c: DeskContext) {
  requireRole(office, 'decide');
  const { env, now, officer } = office;
  await saveTemplate(env.DB, operatorOf(office).t, await c.req.parseBody(), { by: officer.email, now });
  return c.redirect('/templates?done=saved', 303);
}
