/** Templates of notes: the list, and the form of one. */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import { DeskConflict, DeskRefusal } from '../../admin/desk/command.ts';
import { onConflict } from '../../admin/store/database.ts';
import * as store from '../../admin/store/note-templates.ts';
import { Page } from '../pages/Page.tsx';
import { Entries, Field, Form, Multiline, Section, StatusTag, Submit, useOffice } from '../pages/ui.tsx';
import type { DeskContext, Office } from '../request/office.ts';
import { requireRole } from './refusals.tsx';

const MAX_TEMPLATES = 40;
const MAX_TEXT = 1000;
const MAX_TITLE = 80;
const DECISIONS = STATUSES.filter((status) => STATUSES.some((before) => STAGES[before].next.includes(status)));
const NEW: store.NoteTemplate = { id: 0, status: 'changes_requested', title: '', ru: '', en: '', version: 0 };

export async function templatesPage({ t, env, locale, may }: Office, c: DeskContext) {
  const templates = await store.listTemplates(env.DB);
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

function TemplateForm({ id, status, title, version, ru, en }: store.NoteTemplate) {
  const { t, statusName } = useOffice();
  const decisions = Object.fromEntries(DECISIONS.map((one) => [one, statusName(one)]));
  const area = { rows: 4, maxLength: MAX_TEXT };
  return (
    <Form to="/templates" values={{ id: String(id), version: String(version) }}>
      <Field name="title" label={t('templates.title')} value={title} maxLength={MAX_TITLE} required />
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

export async function saveTemplate(office: Office, c: DeskContext) {
  requireRole(office, 'decide');
  const { t, env, now, officer } = office;
  const body = await c.req.parseBody();
  const text = (name: string, maxLength: number) =>
    cleanText(String(body[name] ?? '').replace(/\r\n?/g, '\n'), maxLength === MAX_TEXT).slice(0, maxLength);
  const status = String(body.status ?? '');
  const template = {
    ...{ id: Number(body.id), version: Number(body.version), status: isStatus(status) ? status : NEW.status },
    ...{ title: text('title', MAX_TITLE), ru: text('ru', MAX_TEXT), en: text('en', MAX_TEXT) },
  };
  const isDeleted = body.step === 'delete';
  if (!isDeleted && (template.title === '' || `${template.ru}${template.en}` === ''))
    throw new DeskRefusal(t('templates.empty'));
  const save = isDeleted ? store.deleteTemplate : template.id === 0 ? store.addTemplate : store.changeTemplate;
  const editor = { by: officer.email, now };
  await save(env.DB, template, editor).catch(onConflict(() => new DeskConflict(t('conflict.text'))));
  return c.redirect('/templates?done=saved', 303);
}
