import { networkOf } from '../../../src/domain/security/network.ts';

export const clientNetwork = ({ headers }: Request) => networkOf(headers.get('X-Client-Address') ?? '');
