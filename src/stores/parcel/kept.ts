/** Whether this host keeps parcels: one without these calls answers 404, and the portal offers nothing that needs them. */
import { endpointPath } from '../../domain/api/endpoints.ts';
import { send } from '../api/request.ts';

let asked: Promise<boolean> | null = null;

/** Asks once per page load. Only the host's own 404 hides anything: a failure may pass, and a press tells what it met. */
export function parcelsKept(): Promise<boolean> {
  asked ??= send(endpointPath('parcelsKept', {}), { headers: { Accept: 'application/json' } }).then(
    ({ status }) => status !== 404,
  );
  return asked;
}
