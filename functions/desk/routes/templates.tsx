/** Notes that officers begin with. */
import { Hono } from 'hono';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { cleanText } from '../../../src/domain/input/text.ts';
import { DeskConflict, DeskRefusal } from '../../admin/desk/command.ts';
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
import { Chip, Hidden, Notice, TextField, Written } from '../pages/ui.tsx';
import type { DeskVariables, Office } from '../request/office.ts';
import type { DeskEnv } from '../request/settings.ts';
import { requireRole } from './refusals.tsx';

export const templateRoutes = new Hono<{ Bindings: DeskEnv; Variables: DeskVariables }>();

/** A template for each decision would fill no page. */
const MOST = 40;
const MAX_TEXT = 1000;
const DECIDED = STATUSES.filter((status) => STATUSES.some((before) => STAGES[before].next.includes(status)));

templateRoutes.get('/templates', async (c) => {
  const office = c.get('office');
  const { t } = office;
  const templates = await listTemplates(office.env.DB);
  const { done } = c.req.query();
  return c.html(
    htmlOf(
      <Page office={office} title={t('places.templates')} place="templates">
        {done !== undefined && <Notice tone="success" title={t('done.saved')} />}
        <h1>{t('places.templates')}</h1>
        <p className="lead">{t('templates.text')}</p>
        {templates.length === 0 && <p className="empty">{t('templates.none')}</p>}
        <ul className="entries">
          {templates.map((template) => (
            <li key={template.id}>
              <h2 className="template__title">
                {office.may('decide') ? <a href={`/templates/${template.id}`}>{template.title}</a> : template.title}{' '}
                <Chip status={template.status} office={office} />
              </h2>
              <Written text={template[office.locale].slice(0, 200)} />
            </li>
          ))}
        </ul>
        {office.may('decide') && templates.length < MOST && (
          <p>
            <a className="button" href="/templates/new">
              {t('templates.add')}
            </a>
          </p>
        )}
      </Page>,
    ),
  );
});

async function templateOf({ env, t }: Office, id: string): Promise<NoteTemplate> {
  if (id === 'new') return { id: 0, status: 'changes_requested', title: '', ru: '', en: '', version: 0 };
  const found = (await listTemplates(env.DB)).find((template) => String(template.id) === id);
  if (!found) throw new DeskRefusal(t('templates.gone'));
  return found;
}

templateRoutes.get('/templates/:id', async (c) => {
  const office = c.get('office');
  requireRole(office, 'decide');
  return c.html(htmlOf(<TemplatePage office={office} template={await templateOf(office, c.req.param('id'))} />));
});

function TemplatePage({ office, template, error }: { office: Office; template: NoteTemplate; error?: string }) {
  const { t, locale } = office;
  const { id, status, title, ru, en, version } = template;
  const heading = t(id === 0 ? 'templates.add' : 'templates.change');
  return (
    <Page office={office} title={heading} place="templates">
      <p>
        <a href="/templates">{t('back', { name: t('places.templates') })}</a>
      </p>
      <h1>{heading}</h1>
      {error && <Notice tone="error" title={error} />}
      <form method="post" action={`/templates/${id === 0 ? 'new' : id}`} className="form">
        <Hidden values={{ version: String(version) }} />
        <TextField name="title" label={t('templates.title')} value={title} maxLength={80} required />
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
        <TextField name="ru" lang="ru" rows={5} maxLength={MAX_TEXT} label={t('templates.ru')} value={ru} />
        <TextField name="en" lang="en" rows={5} maxLength={MAX_TEXT} label={t('templates.en')} value={en} />
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
    </Page>
  );
}

templateRoutes.post('/templates/:id', async (c) => {
  const office = c.get('office');
  requireRole(office, 'decide');
  const { t, env, now } = office;
  const before = await templateOf(office, c.req.param('id'));
  const body = await c.req.parseBody();
  const text = (name: string, isLong = true) =>
    cleanText(String(body[name] ?? '').replace(/\r\n?/g, '\n'), isLong).slice(0, isLong ? MAX_TEXT : 80);
  const given = String(body.status ?? '');
  const template = {
    ...{ id: before.id, version: Number(body.version), status: isStatus(given) ? given : before.status },
    ...{ title: text('title', false), ru: text('ru'), en: text('en') },
  };
  const editor = { by: office.officer.email, now };
  const conflict = onConflict(() => new DeskConflict(t('conflict.text')));
  if (body.step === 'delete') await deleteTemplate(env.DB, template, editor).catch(conflict);
  else if (template.title === '' || (template.ru === '' && template.en === ''))
    return c.html(htmlOf(<TemplatePage office={office} template={template} error={t('templates.empty')} />), 422);
  else if (template.id === 0) await addTemplate(env.DB, template, editor);
  else await changeTemplate(env.DB, template, editor).catch(conflict);
  return c.redirect('/templates?done', 303);
});
