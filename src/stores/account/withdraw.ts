/** Whether an application can be taken back: before a decision, where that is offered. */
import { STAGES } from '../../domain/application/stages.ts';
import { isStatus } from '../../domain/application/status.ts';
import { offers } from '../api/offers.ts';

/** True for a status from which the application can be withdrawn, where that is offered. */
export function canWithdraw(status: string): boolean {
  return offers.has('withdrawal') && isStatus(status) && STAGES[status].next.includes('withdrawn');
}
