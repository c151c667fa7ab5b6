/** Messages to the staff: the list, and a page with the form that answers one. */
import { shownEmail } from '../../../src/domain/input/email.ts';
import { MAX_MESSAGE } from '../../../src/domain/input/message.ts';
import { readApplicantId } from '../../admin/secrets/keys.ts';
import { findMessage, listMessages, type Message } from '../../admin/store/messages.ts';
import { MessageList, MessageState } from '../pages/Messages.tsx';
import { Page } from '../pages/Page.tsx';
import {
  applicationPath,
  Byline,
  Form,
  Multiline,
  messagePath,
  render,
  Section,
  TextField,
  useOffice,
} from '../pages/ui.tsx';
import { createRoutes } from '../request/office.ts';
import { notFoundPage } from './refusals.tsx';

export const messageRoutes = createRoutes();

const LISTED = 40;

messageRoutes.get('/messages', async (c) => {
  const { env, t } = c.var.office;
  const all = c.req.query('all') !== undefined;
  const messages = await listMessages(env.DB, all, LISTED);
  return render(
    c,
    <Page title={t('places.messages')} section="messages">
      <a href={all ? '/messages' : '/messages?all'}>{t(all ? 'messages.open' : 'messages.all')}</a>
      <MessageList messages={messages} empty={t('messages.none')} />
    </Page>,
  );
});

messageRoutes.get('/messages/:id', async (c) => {
  const message = await findMessage(c.var.office.env.DB, c.req.param('id'));
  return message ? render(c, <MessagePage message={message} />) : notFoundPage(c);
});

function MessagePage({ message }: { message: Message }) {
  const { t, may } = useOffice();
  const { id, applicantId, number, name, email, text, answer, endedBy, endedAt } = message;
  const language = message.locale === 'en' ? 'en' : 'ru';
  const about = applicantId ?? number;
  const aboutId = applicantId ?? readApplicantId(number, true);
  const hint = t(`messages.hint.${language}`, { email: shownEmail(email) });
  return (
    <Page title={`${t('messages.one')} ${id}`} section="messages">
      <p className="facts">
        <MessageState message={message} /> {[name, shownEmail(email)].filter(Boolean).join(', ')}
        {aboutId ? <a href={applicationPath(aboutId)}>{about}</a> : about}
        <span className="soft">{t(`applicantLanguage.${language}`)}</span>
      </p>
      {applicantId === null && <p className="soft">{t('messages.stranger')}</p>}
      <Multiline text={text} />
      {endedAt !== null && (
        <Section id="answer" title={t(`messages.states.${message.state}`)}>
          {answer && <Multiline text={answer} />}
          <Byline author={endedBy} at={endedAt} />
        </Section>
      )}
      {message.state === 'open' && may('decide') && (
        <>
          <Form to={messagePath(id)} submit={t('messages.send')}>
            <TextField
              {...{ name: 'text', rows: 8, maxLength: MAX_MESSAGE, lang: language, required: true, hint }}
              label={t('messages.answer')}
            />
          </Form>
          <Form to={messagePath(id, '/close')} submit={t('messages.close')} look="quiet" />
        </>
      )}
    </Page>
  );
}
