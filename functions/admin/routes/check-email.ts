/** POST /check-email: whether an address has an application already. The gateway limits how often it is asked. */
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { readEmail, readJsonBody } from '../body/json.ts';
import { emailExists } from '../store/applicants.ts';
import { answer, type Call } from './call.ts';

export async function checkEmail(call: Call): Promise<Response> {
  const email = readEmail(await readJsonBody(call.request, ENDPOINTS.checkEmail.limit));
  return answer({ exists: await emailExists(call.env.DB, email, { who: null, now: call.now }) });
}
