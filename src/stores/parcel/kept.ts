/** Whether this host keeps parcels: without these calls the portal offers nothing that needs them. */
import { endpointPath } from '../../domain/api/endpoints.ts';
import { isLacking, noteLack } from '../api/host-offers.ts';
import { send } from '../api/request.ts';

let asked: Promise<boolean> | null = null;

/**
 * Asks once per page load, and never again once the host has answered that it lacks them. Only that hides anything: a failure
 * may pass, and a press tells what it met.
 */
export function parcelsKept(): Promise<boolean> {
  asked ??= isLacking('parcelsKept') ? Promise.resolve(false) : ask();
  return asked;
}

async function ask(): Promise<boolean> {
  const answer = await send(endpointPath('parcelsKept', {}), { headers: { Accept: 'application/json' } });
  return !noteLack('parcelsKept', answer);
}
