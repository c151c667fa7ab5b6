/** Commands about the outbox. Rule: lists show neither addresses nor contents. */
import { shownEmail } from '../../src/domain/input/email.ts';
import { TRIED_FOR_MS } from '../admin/mail/outbox.ts';
import { deskKey } from '../admin/mail/words.ts';
import { recordAction } from '../admin/store/actions.ts';
import { commit, onConflict } from '../admin/store/database.ts';
import { findListedMail, type ListedMail, listMails, shownState } from '../admin/store/listed-mails.ts';
import { resendMail } from '../admin/store/outbox.ts';
import { sendAtOnce } from './announce.ts';
import { type CommandResult, type Commands, DeskRefusal, findApplicant, type Run } from './command.ts';
import { officeClock } from './office-clock.ts';

export const MAILS: Commands = {
  mails: { args: [0, 1], takesNumber: true, options: ['all'], run: mails },
  resend: { args: [1], takesNumber: true, options: [], run: resend },
};

const LISTED = 100;

/** `mails`: lists unsent mails, of all applications or one; with `--all` also sent ones. */
async function mails({ desk, t, locale, args, options }: Run): Promise<CommandResult> {
  const only = { applicantId: args[0] ?? null, sent: options.all ?? false };
  const rows = await listMails(desk.env.DB, only, LISTED);
  const lines = rows.map((mail) => {
    const state = shownState(mail);
    const next = mail.state === 'waiting' ? t('mailDue', { time: officeClock(locale).instant(mail.dueAt) }) : '';
    const tries = mail.tries > 0 ? t('mailTries', { count: mail.tries, error: mail.error }) : '';
    return [
      mail.id,
      mail.applicantId ?? mail.message,
      t(deskKey('mailKinds', mail.kind)),
      t(`mailStates.${state}`),
      next,
      tries,
    ]
      .filter(Boolean)
      .join('  ');
  });
  return { lines: lines.length > 0 ? lines : [t(options.all ? 'noMails' : 'noMailsOpen')], data: rows.map(mailData) };
}

function mailData(mail: ListedMail): object {
  const { id, applicantId, message, kind, tries, error, madeAt, dueAt, triedAt } = mail;
  const instant = (ms: number) => new Date(ms).toISOString();
  return {
    id,
    application: applicantId,
    ...(message === null ? {} : { message }),
    kind,
    state: shownState(mail),
    tries,
    error,
    made_at: instant(madeAt),
    due_at: instant(dueAt),
    tried_at: triedAt > 0 ? instant(triedAt) : null,
  };
}

/** `resend`: sends a mail now, by its id or as the last one of an application. */
async function resend(run: Run): Promise<CommandResult> {
  const { desk, t, args, by, now } = run;
  const { DB } = desk.env;
  const [id = ''] = args;
  const mail = await findListedMail(DB, id);
  if (!mail) throw new DeskRefusal(t('noSuchMail', { id }));
  const kind = t(deskKey('mailKinds', mail.kind));
  if (mail.state === 'sending') throw new DeskRefusal(t('mailSending'));
  if (mail.isEmptied || (mail.isSealed && mail.expiresAt <= now)) throw new DeskRefusal(t('mailGone', { kind }));
  const unclear = mail.state === 'unclear' ? [t('mailMayHaveCome')] : [];
  await run.confirm([...unclear, await resendQuestion(run, mail, kind)].join(' '));
  const action = recordAction(DB, {
    applicantId: mail.applicantId ?? '',
    action: 'resend',
    detail: mail.kind,
    by,
    now,
  });
  await commit(DB, [resendMail(DB, mail, { now, triedFor: TRIED_FOR_MS }), action]).catch(
    onConflict(() => new DeskRefusal(t('mailSending'))),
  );
  const data = { id: mail.id, application: mail.applicantId, kind: mail.kind };
  const { line, ...outcome } = await sendAtOnce(run, mail.id, mail.isSealed === 1);
  return { lines: [line], data: { ...data, ...outcome } };
}

/** Names the applicant's address, except for mails about messages, which go to the office or the message's sender. */
async function resendQuestion(run: Run, { applicantId, message }: ListedMail, kind: string): Promise<string> {
  if (applicantId === null || message !== null)
    return run.t('confirmResendAbout', { kind, about: message ?? applicantId });
  const { fields } = await findApplicant(run, applicantId);
  return run.t('confirmResend', { kind, id: applicantId, email: shownEmail(String(fields.email)) });
}
