/** Four-eyes rule: the officer who approved an application may neither issue nor revoke its visa. */
import { STAGES } from '../../src/domain/application/stages.ts';
import { isStatus } from '../../src/domain/application/status.ts';
import { listActions } from '../admin/store/actions.ts';
import { DeskRefusal, type Operator } from './command.ts';

const isApproval = (status: string) => isStatus(status) && STAGES[status].next.some((next) => STAGES[next].issuesVisa);

/** The officer who approved; null for none. @param actions of one application, oldest first */
function approverOf(actions: readonly { action: string; detail: string; by: string }[]): string | null {
  let approver: string | null = null;
  for (const { action, detail, by } of actions) {
    if (!isApproval(detail)) continue;
    if (action === 'set') approver = by;
    if (action === 'undo') approver = null;
  }
  return approver;
}

/** True for spellings of one officer: addresses have no case. */
const isSameOfficer = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** True where the rule is on and the operator has approved the application. */
export async function isBarred({ desk, by, fourEyes }: Operator, id: string): Promise<boolean> {
  if (!fourEyes) return false;
  const approver = approverOf(await listActions(desk.env.DB, id));
  return approver !== null && isSameOfficer(approver, by);
}

/** @throws DeskRefusal where {@link isBarred} */
export async function requireSecondOfficer(operator: Operator, id: string): Promise<void> {
  const { t, by } = operator;
  if (await isBarred(operator, id)) throw new DeskRefusal(t('fourEyes', { id, by }));
}
