import { networkOf } from '../../../src/domain/security/network.ts';

export const clientNetwork = ({ headers }: Request): string => networkOf(headers.get('X-Client-Address') ?? '');
