/** Templates of what officers write: the list, and the form of one. */
import { isStatus } from '../../../src/domain/application/status.ts';
import { listTemplates, type NoteTemplate } from '../../admin/store/note-templates.ts';
import { MAX_TEMPLATE, MAX_TEMPLATES, readTemplate, saveTemplate, TEMPLATE_USES } from '../../office/correspondence.ts';
import { Entries } from '../pages/Entries.tsx';
import { Page } from '../pages/Page.tsx';
import { Field, Form, Multiline, Section, StatusTag, Submit, Tag, useOffice } from '../pages/ui.tsx';
import type { DeskContext, Office } from '../request/office.ts';

const NEW: NoteTemplate = { id: 0, status: 'changes_requested', title: '', ru: '', en: '', version: 0 };
const FORM = 'template';

export async function templatesPage({ t, env, locale, may, form }: Office, c: DeskContext) {
  const templates = await listTemplates(env.DB);
  const edited = form?.id ?? c.req.query('edit');
  const template = templates.find(({ id }) => String(id) === edited) ?? NEW;
  const mayEdit = may('decide') && (template.id !== 0 || templates.length < MAX_TEMPLATES);
  return (
    <Page title={t('places.templates')} section="templates" lead={t('templates.text')} {...(mayEdit && { form: FORM })}>
      <Entries empty={t('templates.none')}>
        {templates.map(({ id, title, status, ...texts }) => (
          <li key={id}>
            <p>
              {may('decide') ? <a href={`/templates?edit=${id}#edit`}>{title}</a> : title}{' '}
              {isStatus(status) ? <StatusTag status={status} /> : <Tag tone="info" text={t('templates.message')} />}
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
  const nameOf = (use: string) => (isStatus(use) ? statusName(use) : t('templates.message'));
  const uses = Object.fromEntries(TEMPLATE_USES.map((one) => [one, nameOf(one)]));
  const area = { rows: 4, hint: t('decide.noteMax', { max: MAX_TEMPLATE.text }) };
  return (
    <Form to="/templates" id={FORM} values={{ id: String(id), version: String(version) }}>
      <Field name="title" label={t('templates.title')} value={title} maxLength={MAX_TEMPLATE.title} required />
      <Field name="status" label={t('templates.status')} value={status} options={uses} />
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
  const body = await c.req.parseBody();
  await saveTemplate(office, readTemplate(body), body.step === 'delete');
  return c.redirect('/templates?done=saved', 303);
}
