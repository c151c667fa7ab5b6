/** What the office writes: the outbox, messages with the form that answers one, and templates of texts. */
import { isStatus } from '../../../src/domain/application/status.ts';
import { DEFAULT_LOCALE, isLocale, LOCALES } from '../../../src/domain/i18n/locales.ts';
import { MAX_MESSAGE } from '../../../src/domain/input/message.ts';
import { shownEmail } from '../../../src/domain/input/shown-email.ts';
import { mailsPerDay } from '../../admin/runtime/settings.ts';
import { Messages, placeOf } from '../../admin/store/messages.ts';
import { type NoteTemplate, NoteTemplates } from '../../admin/store/notes.ts';
import { ceilingsOf, type ListedMail, Outbox, shownState } from '../../admin/store/outbox.ts';
import { MAX_TEMPLATE, MAX_TEMPLATES, saveTemplate, seenMail, TEMPLATE_USES } from '../../office/correspondence.ts';
import { readCursor, writeCursor } from '../../office/lists.ts';
import { traceRead } from '../../office/officer.ts';
import { OfficeRefusal } from '../../office/refusal.ts';
import { DeskPage } from '../pages/DeskPage.tsx';
import { Entries } from '../pages/Entries.tsx';
import { About, MessageList, MessageState } from '../pages/MessageList.tsx';
import { applicationPath, messagePath, withQuery } from '../pages/paths.ts';
import { Templates } from '../pages/Templates.tsx';
import {
  Byline,
  CaseSection,
  DeskField,
  Form,
  Multiline,
  StatusTag,
  Submit,
  Table,
  Tag,
  useOffice,
} from '../pages/ui.tsx';
import type { DeskContext, Office, Routes } from '../request/office.ts';

const LISTED_MAILS = 50;

/** The outbox: unsent mails, with `?all` also sent ones. */
async function mailsPage(office: Office, c: DeskContext) {
  const { env, t, path } = office;
  const all = c.req.query('all') !== undefined;
  const outbox = new Outbox(env.DB);
  const after = readCursor(c.req.query('after'));
  // One more than shown tells whether there are further ones.
  const found = await outbox.list({ applicantId: null, sent: all }, { after, limit: LISTED_MAILS + 1 });
  await traceRead(office, 'list');
  const mails = found.slice(0, LISTED_MAILS);
  const last = found.length > LISTED_MAILS && mails.at(-1);
  const next = last && withQuery(path, 'after', writeCursor({ at: last.madeAt, id: last.id }));
  const left = Object.entries(await outbox.leftToday(ceilingsOf(mailsPerDay(env)), office.now));
  const leftToday = left.map(([kind, count]) => `${t(`mails.kinds.${kind}`)}: ${count}`).join(', ');
  const head = ['kind', 'application', 'state', 'when', 'next'].map((name) => t(`mails.${name}`));
  return (
    <DeskPage title={t('places.mails')} section="mails" isWide>
      <p className="soft">{t('mails.left', { left: leftToday })}</p>
      <a href={all ? '/mails' : '/mails?all'}>{t(all ? 'mails.open' : 'mails.all')}</a>
      {mails.length === 0 && <p className="empty">{t('mails.none')}</p>}
      {mails.length > 0 && (
        <Table label={t('places.mails')} head={head} rows={mails.map((mail) => rowOf(office, mail))} />
      )}
      {next && <a href={next}>{t('entries.next')}</a>}
    </DeskPage>
  );
}

function rowOf({ t, clock, may }: Office, mail: ListedMail) {
  const { id, applicantId, message, kind, tries, error } = mail;
  const [state, values] = [shownState(mail), { mail: seenMail(mail) }];
  const about = applicantId ? applicationPath(applicantId) : messagePath(message ?? '');
  const maySend = state !== 'sending' && !mail.isEmptied && !mail.isOutdated && may('decide');
  return [
    t(`mails.kinds.${kind}`),
    <a href={about}>{applicantId ?? message}</a>,
    <>
      {t(`mails.states.${state}`)} {state === 'unclear' && t('mails.unclear')}
      {tries > 0 && <span className="soft"> {error}</span>}
    </>,
    clock.instant(state === 'sent' ? mail.triedAt : mail.dueAt),
    maySend && <Form to={`/mails/${id}`} values={values} submit={t('mails.resend')} look="quiet" about={id} />,
  ];
}

const LISTED_MESSAGES = 40;
const ANSWER_FORM = 'answer';

async function messagesPage(office: Office, c: DeskContext) {
  const { env, t, by, path } = office;
  const all = c.req.query('all') !== undefined;
  const after = readCursor(c.req.query('after'));
  const found = await new Messages(env.DB).list({ all, officer: by }, { after, limit: LISTED_MESSAGES + 1 });
  await traceRead(office, 'list');
  const messages = found.slice(0, LISTED_MESSAGES);
  const last = found.length > LISTED_MESSAGES && messages.at(-1);
  const then = last ? withQuery(path, 'after', writeCursor(placeOf(last, by))) : undefined;
  return (
    <DeskPage title={t('places.messages')} section="messages">
      <a href={all ? '/messages' : '/messages?all'}>{t(all ? 'messages.open' : 'messages.all')}</a>
      <MessageList messages={messages} then={then} empty={t('messages.none')} hasOwners />
    </DeskPage>
  );
}

async function messagePage(office: Office, c: DeskContext) {
  const { env, t, may } = office;
  const { id = '' } = c.req.param();
  const message = await new Messages(env.DB).find(id);
  if (!message) throw new OfficeRefusal('noSuchMessage', { id });
  const { applicantId, name, email, text, state, answer, endedBy, endedAt } = message;
  await traceRead(office, applicantId === null ? 'list' : 'open', applicantId ?? '');
  const language = isLocale(message.locale) ? message.locale : DEFAULT_LOCALE;
  const templates = await new NoteTemplates(env.DB).list();
  const isOpen = state === 'open' && may('decide');
  return (
    <DeskPage
      title={`${t('messages.one')} ${id}`}
      section="messages"
      {...(isOpen && { form: ANSWER_FORM, areas: ['text'] })}
    >
      <p className="row">
        <MessageState message={message} /> {[name, shownEmail(email)].filter(Boolean).join(', ')}
        <About message={message} hasOwner />
        <span className="soft">{t(`applicantLanguage.${language}`)}</span>
      </p>
      {applicantId === null && <p className="soft">{t('messages.stranger')}</p>}
      <Multiline text={text} />
      {endedAt !== null && (
        <CaseSection id="ended" title={t(`messages.states.${state}`)}>
          {answer && <Multiline text={answer} />}
          <Byline author={endedBy} at={endedAt} />
        </CaseSection>
      )}
      {isOpen && (
        <Form to={messagePath(id)} id={ANSWER_FORM}>
          <Templates
            templates={templates}
            use="message"
            locale={language}
            form={ANSWER_FORM}
            field="text"
            to={messagePath(id)}
          />
          <DeskField
            name="text"
            rows={8}
            lang={language}
            label={t('messages.answer')}
            hint={`${t(`messages.hint.${language}`, { email: shownEmail(email) })} ${t('decide.noteMax', { max: MAX_MESSAGE })}`}
          />
          <div className="row">
            <Submit label={t('messages.send')} />
            <Submit label={t('messages.close')} look="quiet" formAction={messagePath(id, '/close')} />
          </div>
        </Form>
      )}
    </DeskPage>
  );
}

const NEW: NoteTemplate = { id: 0, status: 'changes_requested', title: '', ru: '', en: '', version: 0 };
const TEMPLATE_FORM = 'template';

async function templatesPage({ t, env, locale, may, form }: Office, c: DeskContext) {
  const templates = await new NoteTemplates(env.DB).list();
  const edited = form?.id ?? c.req.query('edit');
  const template = templates.find(({ id }) => String(id) === edited) ?? NEW;
  const mayEdit = may('decide') && (template.id !== 0 || templates.length < MAX_TEMPLATES);
  return (
    <DeskPage
      title={t('places.templates')}
      section="templates"
      lead={t('templates.text')}
      {...(mayEdit && { form: TEMPLATE_FORM, areas: LOCALES })}
    >
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
        <CaseSection id="edit" title={t(template.id === 0 ? 'templates.add' : 'templates.change')}>
          <TemplateForm {...template} />
        </CaseSection>
      )}
    </DeskPage>
  );
}

function TemplateForm({ id, status, title, version, ...texts }: NoteTemplate) {
  const { t, statusName } = useOffice();
  const nameOf = (use: string) => (isStatus(use) ? statusName(use) : t('templates.message'));
  const uses = Object.fromEntries(TEMPLATE_USES.map((one) => [one, nameOf(one)]));
  const area = { rows: 4, hint: t('decide.noteMax', { max: MAX_TEMPLATE.text }) };
  return (
    <Form to={`/templates?edit=${id}`} id={TEMPLATE_FORM} values={{ id: String(id), version: String(version) }}>
      <DeskField name="title" label={t('templates.title')} value={title} maxLength={MAX_TEMPLATE.title} required />
      <DeskField name="status" label={t('templates.status')} value={status} options={uses} />
      {LOCALES.map((one) => (
        <DeskField key={one} {...area} name={one} lang={one} label={t(`templates.${one}`)} value={texts[one]} />
      ))}
      <div className="row">
        <Submit name="step" value="save" label={t('templates.save')} />
        {id !== 0 && <Submit name="step" value="delete" label={t('templates.delete')} look="danger" />}
      </div>
    </Form>
  );
}

async function changeTemplates(office: Office, c: DeskContext) {
  const body = await c.req.parseBody();
  await saveTemplate(office, body, body.step === 'delete');
  return c.redirect('/templates?done=saved', 303);
}

export const correspondenceRoutes: Routes = {
  get: { '/mails': mailsPage, '/messages': messagesPage, '/messages/:id': messagePage, '/templates': templatesPage },
  post: { '/templates': changeTemplates },
};
