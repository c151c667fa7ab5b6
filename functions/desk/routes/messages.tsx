/** Messages to the office: the list, and a page with the form that answers one. */
import { shownEmail } from '../../../src/domain/input/email.ts';
import { MAX_MESSAGE } from '../../../src/domain/input/message.ts';
import { findMessage, listMessages } from '../../admin/store/messages.ts';
import { listTemplates } from '../../admin/store/note-templates.ts';
import { Problem } from '../../office/problem.ts';
import { About, MessageList, MessageState } from '../pages/MessageList.tsx';
import { Page } from '../pages/Page.tsx';
import { messagePath, numberOf } from '../pages/paths.ts';
import { Templates } from '../pages/Templates.tsx';
import { Byline, Field, Form, Multiline, Section, Submit } from '../pages/ui.tsx';
import type { DeskContext, Office } from '../request/office.ts';

const LISTED = 40;
const FORM = 'answer';

export async function messagesPage({ env, t, path, by }: Office, c: DeskContext) {
  const all = c.req.query('all') !== undefined;
  // One more tells that there are others.
  const messages = await listMessages(env.DB, { all, officer: by }, numberOf(path, 'skip') + LISTED + 1);
  return (
    <Page title={t('places.messages')} section="messages">
      <a href={all ? '/messages' : '/messages?all'}>{t(all ? 'messages.open' : 'messages.all')}</a>
      <MessageList messages={messages} empty={t('messages.none')} most={LISTED} hasOwners />
    </Page>
  );
}

export async function messagePage(office: Office, c: DeskContext) {
  const { env, t, may } = office;
  const { id = '' } = c.req.param();
  const message = await findMessage(env.DB, id);
  if (!message) throw new Problem('noSuchMessage', { id });
  const { applicantId, name, email, text, state, answer, endedBy, endedAt } = message;
  const language = message.locale === 'en' ? 'en' : 'ru';
  const templates = await listTemplates(env.DB);
  const isOpen = state === 'open' && may('decide');
  return (
    <Page title={`${t('messages.one')} ${id}`} section="messages" {...(isOpen && { form: FORM })}>
      <p className="row">
        <MessageState message={message} /> {[name, shownEmail(email)].filter(Boolean).join(', ')}
        <About message={message} hasOwner />
        <span className="soft">{t(`applicantLanguage.${language}`)}</span>
      </p>
      {applicantId === null && <p className="soft">{t('messages.stranger')}</p>}
      <Multiline text={text} />
      {endedAt !== null && (
        <Section id="ended" title={t(`messages.states.${state}`)}>
          {answer && <Multiline text={answer} />}
          <Byline author={endedBy} at={endedAt} />
        </Section>
      )}
      {isOpen && (
        <Form to={messagePath(id)} id={FORM}>
          <Templates
            {...{ templates, use: 'message', locale: language, form: FORM, field: 'text', to: messagePath(id) }}
          />
          <Field
            {...{ name: 'text', rows: 8, lang: language, label: t('messages.answer') }}
            hint={`${t(`messages.hint.${language}`, { email: shownEmail(email) })} ${t('decide.noteMax', { max: MAX_MESSAGE })}`}
          />
          <div className="row">
            <Submit label={t('messages.send')} />
            <Submit label={t('messages.close')} look="quiet" formAction={messagePath(id, '/close')} />
          </div>
        </Form>
      )}
    </Page>
  );
}
