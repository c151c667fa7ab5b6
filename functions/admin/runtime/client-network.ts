import { type Network, networksOf } from '../../../src/domain/security/network.ts';

/** The networks of the client, from the narrowest to the widest. */
export const clientNetworks = ({ headers }: Request): Network[] => networksOf(headers.get('X-Client-Address') ?? '');
