/** Whether parcels are offered: without them pages show nothing that needs them. */
import { endpointPath } from '../../domain/api/endpoints.ts';
import { offers } from '../api/offers.ts';
import { send } from '../api/request.ts';

let support: Promise<boolean> | null = null;

/** Requested once per page load, until a response shows that parcels are not offered. Other failures may be temporary, and count as support. */
export function supportsParcels(): Promise<boolean> {
  support ??= offers.hasRead('supportsParcels') ? requestSupport() : Promise.resolve(false);
  return support;
}

async function requestSupport(): Promise<boolean> {
  const response = await send(endpointPath('supportsParcels', {}), { headers: { Accept: 'application/json' } });
  return offers.recordRead('supportsParcels', response);
}
