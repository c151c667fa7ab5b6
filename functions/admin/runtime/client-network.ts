import { type Network, networksOf } from '../../../src/domain/security/network.ts';

/** The networks of the client, from the narrowest to the widest. */
export const clientNetworks = ({ headers }: Request): Network[] => networksOf(headers.get('X-Client-Address') ?? '');

/** With that of all clients without a session, which leave memory to those who have one. */
export const strangerNetworks = (request: Request): Network[] => [
  ...clientNetworks(request),
  { name: 'strangers', room: Number.POSITIVE_INFINITY },
];
