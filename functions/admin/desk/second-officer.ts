/** Four-eyes rule: the officer who approved an application may neither issue nor revoke its visa. */
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { listActions } from '../store/desk.ts';
import { DeskRefusal, type Operator } from './command.ts';

/** True for a status after which a visa may be issued. */
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

/** @throws DeskRefusal where the rule is on and the operator has approved the application */
export async function requireSecondOfficer({ desk, t, by, fourEyes }: Operator, id: string): Promise<void> {
  if (!fourEyes) return;
  if (approverOf(await listActions(desk.env.DB, id)) === by) throw new DeskRefusal(t('fourEyes', { id, by }));
}
