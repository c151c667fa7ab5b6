/** Whether this host supports parcels. Without these calls the portal shows nothing that needs them. */
import { endpointPath } from '../../domain/api/endpoints.ts';
import { isCallLacking, noteLack } from '../api/offers.ts';
import { send } from '../api/request.ts';

let support: Promise<boolean> | null = null;

/**
 * Requested once per page load, until the host answers that it lacks them. Other failures may be temporary, and count as support.
 */
export function supportsParcels(): Promise<boolean> {
  support ??= isCallLacking('supportsParcels') ? Promise.resolve(false) : requestSupport();
  return support;
}

async function requestSupport(): Promise<boolean> {
  const response = await send(endpointPath('supportsParcels', {}), { headers: { Accept: 'application/json' } });
  return !noteLack('supportsParcels', response);
}
