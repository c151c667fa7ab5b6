/** Whether this host takes questions. Apart from the other calls: the help page asks before anybody touches it. */
import { endpointPath } from '../../domain/api/endpoints.ts';
import { send } from './request.ts';

/** Where this tab keeps what was typed on the help page. */
export const QUESTION_KEY = 'question';

/** What the gateway answers for a host without the call, and one of an earlier version. */
const ABSENT = [204, 404];

/** False only where the host has answered that it lacks the call: a failure may pass, and a press tells what it met. */
export async function messagesTaken(): Promise<boolean> {
  const { status } = await send(endpointPath('messagesTaken', {}), { headers: { Accept: 'application/json' } });
  return !ABSENT.includes(status);
}
