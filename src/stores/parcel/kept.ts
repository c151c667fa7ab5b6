/** Whether this host keeps parcels: one without these calls answers 404, and the portal offers nothing that needs them. */
import { endpointPath } from '../../domain/api/endpoints.ts';
import { send } from '../api/request.ts';

let asked: Promise<boolean> | null = null;

/** Asks once per page load; false as well when nobody answers. */
export function parcelsKept(): Promise<boolean> {
  asked ??= send(endpointPath('parcelsKept', {}), { headers: { Accept: 'application/json' } }).then(({ ok }) => ok);
  return asked;
}
