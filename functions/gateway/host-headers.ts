/** Headers of calls to the host, and of its responses. */
import { SIGNATURE_HEADER, type Sign, type SignedCall } from './request/signature.ts';

const REQUEST_HEADERS = ['accept-language', 'idempotency-key', 'user-agent'];

interface HostCall extends SignedCall {
  /** The client's request. */
  request: { headers: Pick<Headers, 'get'> };
  address: string;
  /** Headers of the call itself. */
  headers?: Record<string, string>;
}

/** The call's own headers, the listed ones of the client, and the signature. */
export async function hostHeaders(
  { request, requestId, address, target, method, headers }: HostCall,
  withBody: boolean,
  sign?: Sign,
): Promise<Record<string, string>> {
  const own: Record<string, string> = { ...headers, 'X-Request-Id': requestId, 'X-Client-Address': address };
  if (sign) own[SIGNATURE_HEADER] = await sign({ method, target, requestId });
  for (const name of withBody ? [...REQUEST_HEADERS, 'content-type'] : REQUEST_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) own[name] = value;
  }
  return own;
}

/** The media type in lower case, without parameters; empty for none. */
export function mediaType(headers: Pick<Headers, 'get'>): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}
