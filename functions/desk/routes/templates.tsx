/** Templates of notes: the list, and the form of one. */
import { MAX_TEMPLATE, MAX_TEMPLATES, saveTemplate, TEMPLATE_STATUSES } from '../../admin/desk/note-templates.ts';
import { statusName } from '../../admin/desk/site-words.ts';
import { listTemplates, type NoteTemplate } from '../../admin/store/note-templates.ts';
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
import { createRoutes, operatorOf } from '../request/office.ts';
import { requireRole } from './refusals.tsx';

export const templateRoutes = createRoutes();

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
      <TextField name="title" label={t('templates.title')} value={title} maxLength={MAX_TEMPLATE.title} required />
      <div className="field">
        <Label htmlFor="status" text={t('templates.status')} />
        <select id="status" name="status" className="control" defaultValue={status}>
          {TEMPLATE_STATUSES.map((one) => (
            <option key={one} value={one}>
              {statusName(one, locale)}
            </option>
          ))}
        </select>
      </div>
      {(['ru', 'en'] as const).map((lang) => {
        const field = { name: lang, lang, rows: 4, maxLength: MAX_TEMPLATE.text, value: texts[lang] };
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
  const { env, now, officer } = office;
  await saveTemplate(env.DB, operatorOf(office).t, await c.req.parseBody(), { by: officer.email, now });
  return c.redirect('/templates?done=saved', 303);
});
