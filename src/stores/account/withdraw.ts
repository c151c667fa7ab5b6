/** Whether an application can be withdrawn: before a decision, on a host that supports it. */
import { STAGES } from '../../domain/application/stages.ts';
import { isStatus } from '../../domain/application/status.ts';
import { offers } from '../api/offers.ts';

/** True for a status from which the application can be withdrawn, on a host that supports it. */
export function canWithdraw(status: string): boolean {
  return offers.has('withdrawal') && isStatus(status) && STAGES[status].next.includes('withdrawn');
}
