/** Whether this host supports parcels: without these calls the portal offers nothing that needs them. */
import { endpointPath } from '../../domain/api/endpoints.ts';
import { isLacking, noteLack } from '../api/host-offers.ts';
import { send } from '../api/request.ts';

let asked: Promise<boolean> | null = null;

/** Requested once per page load, until the host says that it lacks them; other failures may pass and hide nothing. */
export function parcelsKept(): Promise<boolean> {
  asked ??= isLacking('parcelsKept') ? Promise.resolve(false) : ask();
  return asked;
}

async function ask(): Promise<boolean> {
  const answer = await send(endpointPath('parcelsKept', {}), { headers: { Accept: 'application/json' } });
  return !noteLack('parcelsKept', answer);
}
