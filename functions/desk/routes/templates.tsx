/** Notes that officers begin with: the list, and the form of one of them. */
import { Hono } from 'hono';
import type { ReactNode } from 'react';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import { DeskConflict } from '../../admin/desk/command.ts';
import { statusName } from '../../admin/desk/site-words.ts';
import { onConflict } from '../../admin/store/database.ts';
import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
  listTemplates,
  type NoteTemplate,
} from '../../admin/store/note-templates.ts';
import { htmlOf, Page } from '../pages/Page.tsx';
import { Chip, Hidden, Notice, Section, TextField, Written } from '../pages/ui.tsx';
import type { DeskEnv } from '../request/env.ts';
import type { DeskVariables, Office } from '../request/office.ts';
import { requireRole } from './refusals.tsx';

export const templateRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

/** A page holds so many. */
const MOST = 40;
const MAX_TEXT = 1000;
const MAX_TITLE = 80;
const DECIDED = STATUSES.filter((status) => STATUSES.some((before) => STAGES[before].next.includes(status)));
const NEW: NoteTemplate = { id: 0, status: 'changes_requested', title: '', ru: '', en: '', version: 0 };

templateRoutes.get('/templates', async (c) => {
  const office = c.get('office');
  const { edit, done } = c.req.query();
  const templates = await listTemplates(office.env.DB);
  const template = templates.find(({ id }) => String(id) === edit) ?? NEW;
  const notice = done === undefined ? null : <Notice tone="success" title={office.t('done.saved')} />;
  return c.html(htmlOf(<TemplatesPage office={office} templates={templates} template={template} notice={notice} />));
});

interface TemplatesPageProps {
  office: Office;
  templates: readonly NoteTemplate[];
  /** In the form. */
  template: NoteTemplate;
  notice: ReactNode;
}

function TemplatesPage({ office, templates, template, notice }: TemplatesPageProps) {
  const { t } = office;
  const mayAdd = office.may('decide') && (template.id !== 0 || templates.length < MOST);
  return (
    <Page office={office} title={t('places.templates')} place="templates">
      {notice}
      <h1>{t('places.templates')}</h1>
      <p className="lead">{t('templates.text')}</p>
      {templates.length === 0 && <p className="empty">{t('templates.none')}</p>}
      <ul className="entries">
        {templates.map(({ id, title, status, ...texts }) => (
          <li key={id}>
            <p>
              {office.may('decide') ? <a href={`/templates?edit=${id}#edit`}>{title}</a> : title}{' '}
              <Chip status={status} office={office} />
            </p>
            <Written text={texts[office.locale].slice(0, 200)} />
          </li>
        ))}
      </ul>
      {mayAdd && (
        <Section id="edit" title={t(template.id === 0 ? 'templates.add' : 'templates.change')}>
          <TemplateForm office={office} template={template} />
        </Section>
      )}
    </Page>
  );
}

function TemplateForm({ office: { t, locale }, template }: { office: Office; template: NoteTemplate }) {
  const { id, status, title, ru, en, version } = template;
  return (
    <form method="post" action="/templates" className="form">
      <Hidden values={{ id: String(id), version: String(version) }} />
      <TextField name="title" label={t('templates.title')} value={title} maxLength={MAX_TITLE} required />
      <div className="field">
        <label className="field__label" htmlFor="status">
          {t('templates.status')}
        </label>
        <select id="status" name="status" className="control" defaultValue={status}>
          {DECIDED.map((one) => (
            <option key={one} value={one}>
              {statusName(one, locale)}
            </option>
          ))}
        </select>
      </div>
      <TextField name="ru" lang="ru" rows={4} maxLength={MAX_TEXT} label={t('templates.ru')} value={ru} />
      <TextField name="en" lang="en" rows={4} maxLength={MAX_TEXT} label={t('templates.en')} value={en} />
      <div className="form__end">
        <button type="submit" name="step" value="save" className="button">
          {t('templates.save')}
        </button>
        {id !== 0 && (
          <button type="submit" name="step" value="delete" className="button button--danger">
            {t('templates.delete')}
          </button>
        )}
      </div>
    </form>
  );
}

templateRoutes.post('/templates', async (c) => {
  const office = c.get('office');
  requireRole(office, 'decide');
  const { t, env, now } = office;
  const body = await c.req.parseBody();
  const text = (name: string, most: number) =>
    cleanText(String(body[name] ?? '').replace(/\r\n?/g, '\n'), most === MAX_TEXT).slice(0, most);
  const status = String(body.status ?? '');
  const template = {
    ...{ id: Number(body.id), version: Number(body.version), status: isStatus(status) ? status : NEW.status },
    ...{ title: text('title', MAX_TITLE), ru: text('ru', MAX_TEXT), en: text('en', MAX_TEXT) },
  };
  const editor = { by: office.officer.email, now };
  const conflict = onConflict(() => new DeskConflict(t('conflict.text')));
  if (body.step === 'delete') await deleteTemplate(env.DB, template, editor).catch(conflict);
  else if (template.title === '' || `${template.ru}${template.en}` === '') {
    const notice = <Notice tone="error" title={t('templates.empty')} />;
    const templates = await listTemplates(env.DB);
    return c.html(htmlOf(<TemplatesPage {...{ office, templates, template, notice }} />), 422);
  } else if (template.id === 0) await addTemplate(env.DB, template, editor);
  else await changeTemplate(env.DB, template, editor).catch(conflict);
  return c.redirect('/templates?done', 303);
});
