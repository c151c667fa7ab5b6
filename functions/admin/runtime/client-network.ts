/** Who a call comes from, as far as shares and allowances go. */
import { networkOf } from '../../../src/domain/security/network.ts';

/** The client's network, from the address that the gateway names. */
export const clientNetwork = ({ headers }: Request) => networkOf(headers.get('X-Client-Address') ?? '');
