/** The mails about messages: a question to the office, an answer to its sender. */
import { mailRoute } from '../../../src/domain/account/session.ts';
import type { Message } from '../store/messages.ts';
import { FORM_ROUTE } from './contact-lines.ts';
import { type Body, buttonTo, PLAIN, type Wording } from './letter.ts';

/** To the office, which answers at the desk. */
export function questionLetter({ id, applicantId, number, name, email, text }: Message, { t }: Wording): Body {
  const from = [name, email, applicantId ?? number].filter(Boolean).join('\n');
  return {
    ...PLAIN,
    subject: t('question.subject', { id }),
    title: t('question.title'),
    parts: [
      { title: t(applicantId === null ? 'question.stranger' : 'question.applicant'), quote: from, items: [] },
      { title: t('question.text'), quote: text, items: [] },
      { text: t('question.how', { id }) },
    ],
  };
}

export function answerLetter({ applicantId, text, answer }: Message, { t, link }: Wording): Body {
  const [again, label, route] =
    applicantId === null
      ? [t('answer.againHelp'), t('write'), FORM_ROUTE]
      : [t('answer.againAccount'), t('answer.action'), mailRoute('/profile')];
  return {
    ...PLAIN,
    subject: t('answer.subject'),
    title: t('answer.title'),
    parts: [
      { title: t('answer.answer'), quote: answer ?? '', items: [] },
      { title: t('answer.question'), quote: text, items: [] },
    ],
    button: buttonTo(t, label, link(route)),
    after: [again],
  };
}
