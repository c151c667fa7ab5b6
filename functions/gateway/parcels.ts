/** Headers of calls to sealed parcels (docs/api.md, "Parcels"). Browsers never display sealed bytes. */
import { type EndpointId, PARCEL_ENDPOINTS } from '../../src/domain/api/endpoints.ts';
import { ACCESS_HEADER, ACCESS_KEY, LIFETIME_HEADER, SECONDS_LEFT_HEADER } from '../../src/domain/api/parcels.ts';
import type { HostResponse } from './forward.ts';

const SECONDS = /^\d{1,9}$/;
/** At most nine digits, as an entity tag. */
const REVISION = /^"\d{1,9}"$/;

const UPSTREAM: Record<string, RegExp> = {
  [ACCESS_HEADER]: ACCESS_KEY,
  'If-Match': REVISION,
  'If-None-Match': /^\*$/,
  [LIFETIME_HEADER]: SECONDS,
};

/** Headers for the host; malformed ones are dropped, so that the host refuses the call. */
export function parcelHeaders(id: EndpointId, { headers }: Request): Record<string, string> {
  if (!PARCEL_ENDPOINTS.includes(id)) return {};
  return Object.fromEntries(
    Object.entries(UPSTREAM).flatMap(([name, form]) => {
      const value = headers.get(name) ?? '';
      return form.test(value) ? [[name, value]] : [];
    }),
  );
}

/** Headers of sealed bytes; null where the host's headers do not follow the contract. */
export function sealedHeaders({ type, headers }: HostResponse): Record<string, string> | null {
  const revision = headers.get('etag') ?? '';
  const left = headers.get(SECONDS_LEFT_HEADER) ?? '';
  if (type !== 'application/octet-stream' || !REVISION.test(revision) || !SECONDS.test(left)) return null;
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': 'attachment',
    'Cache-Control': 'no-store',
    ETag: revision,
    [SECONDS_LEFT_HEADER]: left,
  };
}
