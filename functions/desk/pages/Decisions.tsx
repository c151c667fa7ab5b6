/** Decisions that wait, and decisions that could not take effect. */
import type { Applicant } from '../../admin/store/applicants.ts';
import type { WaitingDecision } from '../../admin/store/waiting-decisions.ts';
import { refusalOfDecision } from '../../office/waiting.ts';
import { nameOf } from './Case.tsx';
import { applicationPath, listQuery } from './paths.ts';
import { DeskNotice, Form, Multiline, Submit, useOffice } from './ui.tsx';

interface WaitingNoticeProps {
  id: string;
  decision: WaitingDecision;
  /** The officer may take the decision back. */
  mayChange: boolean;
}

/** What was decided, by whom, and when it takes effect; until then it can be taken back or sent at once. */
export function WaitingNotice({ id, decision, mayChange }: WaitingNoticeProps) {
  const { t, by, path } = useOffice();
  const { officer, form, madeAt } = decision;
  const query = listQuery(path, '?');
  return (
    <DeskNotice tone="info" title={useWaitingText()(decision)}>
      {officer !== by && <p>{t('waits.other', { officer })}</p>}
      {form.note && <Multiline text={form.note} maxLength={400} />}
      {mayChange && (
        <Form to={applicationPath(id, `/undo${query}`)} values={{ made: String(madeAt) }}>
          <div className="row">
            <Submit label={t('waits.undo')} />
            <Submit label={t('waits.hurry')} look="quiet" formAction={applicationPath(id, `/hurry${query}`)} />
          </div>
        </Form>
      )}
    </DeskNotice>
  );
}

/** "Approved at 14:13, takes effect at 14:23". */
export function useWaitingText() {
  const { t, clock, now } = useOffice();
  return ({ status, madeAt, dueAt }: Pick<WaitingDecision, 'status' | 'madeAt' | 'dueAt'>) => {
    const values = { what: t(`waits.what.${status}`), time: clock.time(madeAt), due: clock.time(dueAt) };
    return t(dueAt > now ? 'waits.title' : 'waits.soon', values);
  };
}

/** A decision that did not take effect, with the reason and what the officer wrote. @param isListed names the applicant */
export function FailedDecision({ applicant, decision, isListed }: FailedDecisionProps) {
  const { t, clock, by, locale } = useOffice();
  const { id } = applicant;
  const { status, form, madeAt, officer } = decision;
  const title = t('waits.failed', { what: t(`waits.what.${status}`), time: clock.instant(madeAt) });
  return (
    <DeskNotice tone="warning" title={title}>
      {isListed && <a href={applicationPath(id)}>{nameOf(applicant)}</a>}
      <p>{refusalOfDecision(applicant, decision).textIn(locale)}</p>
      {form.note && <Multiline text={form.note} />}
      {officer === by && (
        <Form to={applicationPath(id, '/dismiss')} submit={t('waits.dismiss')} look="quiet" about={id} />
      )}
    </DeskNotice>
  );
}

interface FailedDecisionProps {
  applicant: Applicant;
  decision: WaitingDecision;
  isListed?: boolean;
}
