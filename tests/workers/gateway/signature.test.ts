/** The gateway signs its calls to a host on the internet; the embedded host has no URL and needs no signature. */

import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSign } from '../../../functions/gateway/request/signature.ts';
import { startGateway } from './own-gateway.ts';
import { jsonBody, visitor } from './visitor.ts';

const SECRET = 'a secret that the gateway and its host share';

/** A gateway in front of a host on the internet. */
const guest = () => startGateway({ sign: createSign({ secret: SECRET }) });

/** HMAC-SHA-256 of time, method, path and request id, one per line, as docs/host.md describes. */
const expected = (seconds: number, method: string, target: string, requestId: string) =>
  `t=${seconds},v1=${createHmac('sha256', SECRET).update(`${seconds}\n${method}\n${target}\n${requestId}`).digest('hex')}`;

afterEach(() => {
  vi.useRealTimers();
});

describe('the signature of a call', () => {
  it.each<[string, string, string, RequestInit]>([
    ['an API call', '/api/v1/check-email', 'POST', jsonBody({ email: 'a@example.org' })],
    ['a call that is only read', '/api/v1/employee-visa/abc', 'GET', {}],
    ['a file link with its query', '/files/k3y/%D0%B0.pdf?expires=1&signature=a%2Bb', 'GET', {}],
    ['the question for its health', '/healthz', 'GET', {}],
  ])('the signature of a call covers time, method, path and request id: %s', async (_, target, method, init) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_900 });
    const one = guest();
    const response = await one.visit(target, init);
    const [call] = await one.hostSaw();
    const headers = new Headers(call?.headers);
    const requestId = response.headers.get('x-request-id') ?? '';
    expect(headers.get('x-request-id')).toBe(requestId);
    expect(headers.get('x-gateway-signature')).toBe(expected(1_790_000_000, method, target, requestId));
  });

  it("a visitor's signature header is never passed on", async () => {
    for (const one of [guest(), visitor()]) {
      await one.visit('/api/v1/employee-visa/abc', { headers: { 'X-Gateway-Signature': 't=1,v1=forged' } });
      const [call] = await one.hostSaw();
      expect(new Headers(call?.headers).get('x-gateway-signature')).not.toBe('t=1,v1=forged');
    }
  });

  it('each call has its own signature under one key', async () => {
    const imported = vi.spyOn(crypto.subtle, 'importKey');
    const sign = createSign({ secret: SECRET });
    const call = { method: 'GET', target: '/api/v1/user' };
    const made = [await sign({ ...call, requestId: 'a' }), await sign({ ...call, requestId: 'b' })];
    expect(new Set(made).size).toBe(2);
    expect(imported).toHaveBeenCalledTimes(1);
    imported.mockRestore();
  });

  it('a call to the embedded host has no signature', async () => {
    const one = visitor();
    await one.visit('/api/v1/employee-visa/abc');
    const [call] = await one.hostSaw();
    expect(new Headers(call?.headers).has('x-gateway-signature')).toBe(false);
  });

  it('createSign rejects a short secret', () => {
    for (const secret of ['', 's'.repeat(31)])
      expect(() => createSign({ secret })).toThrow(new RangeError('The secret of the signature is too short'));
    expect(createSign({ secret: 's'.repeat(32) })).toBeTypeOf('function');
  });
});
