/** GET /employee-visa/{code}: what anyone who holds the code of a visa may see of it. */

import { Failure } from '../runtime/failure.ts';
import { findVisa } from '../store/visas.ts';
import { answer, type Call } from './call.ts';

export async function employeeVisa(call: Call): Promise<Response> {
  const visa = await findVisa(call.env.DB, call.params.code ?? '');
  if (!visa) throw new Failure('not_found', 'no visa has this code');
  return answer({ data: visa });
}
