import { networkOf } from '../../../src/domain/security/network.ts';

/** The client's network, from the address in the gateway's header. */
export const clientNetwork = ({ headers }: Request) => networkOf(headers.get('X-Client-Address') ?? '');
