import { createHmac, timingSafeEqual } from 'node:crypto';

const WINDOW_SECONDS = 300;

/** secrets: the one in use and, while it is being changed, the one before. target: path and query as received. */
export function isFromGateway(
  secrets: string[],
  method: string,
  target: string,
  headers: Record<string, string | string[] | undefined>,
): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['x-gateway-signature']));
  if (!match) return false;
  const [, time, signature] = match;
  if (Math.abs(Date.now() / 1000 - Number(time)) > WINDOW_SECONDS) return false;
  const text = `${time}\n${method}\n${target}\n${headers['x-request-id']}`;
  const given = Buffer.from(String(signature), 'hex');
  return secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(text).digest(), given));
}
