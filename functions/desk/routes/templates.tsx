/** Templates of notes: the list, and the form of one. */
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
import { Page } from '../pages/Page.tsx';
import {
  Entries,
  Form,
  Label,
  Multiline,
  render,
  Section,
  StatusTag,
  Submit,
  TextField,
  useOffice,
} from '../pages/ui.tsx';
import { createRoutes } from '../request/office.ts';
import { requireRole } from './refusals.tsx';

export const templateRoutes = createRoutes();

const MAX_TEMPLATES = 40;
const MAX_TEXT = 1000;
const MAX_TITLE = 80;
const DECISIONS = STATUSES.filter((status) => STATUSES.some((before) => STAGES[before].next.includes(status)));
const NEW: NoteTemplate = { id: 0, status: 'changes_requested', title: '', ru: '', en: '', version: 0 };

templateRoutes.get('/templates', async (c) => {
  const { t, env, locale, may } = c.var.office;
  const templates = await listTemplates(env.DB);
  const template = templates.find(({ id }) => String(id) === c.req.query('edit')) ?? NEW;
  const mayEdit = may('decide') && (template.id !== 0 || templates.length < MAX_TEMPLATES);
  return render(
    c,
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
          <TemplateForm template={template} />
        </Section>
      )}
    </Page>,
  );
});

function TemplateForm({ template: { id, status, title, version, ...texts } }: { template: NoteTemplate }) {
  const { t, locale } = useOffice();
  return (
    <Form to="/templates" values={{ id: String(id), version: String(version) }}>
      <TextField name="title" label={t('templates.title')} value={title} maxLength={MAX_TITLE} required />
      <div className="field">
        <Label htmlFor="status" text={t('templates.status')} />
        <select id="status" name="status" className="control" defaultValue={status}>
          {DECISIONS.map((one) => (
            <option key={one} value={one}>
              {statusName(one, locale)}
            </option>
          ))}
        </select>
      </div>
      {(['ru', 'en'] as const).map((lang) => {
        const field = { name: lang, lang, rows: 4, maxLength: MAX_TEXT, value: texts[lang] };
        return <TextField key={lang} {...field} label={t(`templates.${lang}`)} />;
      })}
      <div className="facts">
        <Submit name="step" value="save" label={t('templates.save')} />
        {id !== 0 && <Submit name="step" value="delete" label={t('templates.delete')} look="danger" />}
      </div>
    </Form>
  );
}

templateRoutes.post('/templates', async (c) => {
  const { office } = c.var;
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
  const store = isDeleted ? deleteTemplate : template.id === 0 ? addTemplate : changeTemplate;
  const editor = { by: officer.email, now };
  await store(env.DB, template, editor).catch(onConflict(() => new DeskConflict(t('conflict.text'))));
  return c.redirect('/templates?done=saved', 303);
});
