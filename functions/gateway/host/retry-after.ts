/** Reads when a host allows another try. */

/** Seconds or a date. NestJS names each of several limits: the longest wait counts. Null where the host names none. */
export function readRetryAfter(headers: Headers): string | null {
  const own = headers.get('retry-after');
  if (own !== null) return own;
  const waits = [...headers].flatMap(([name, value]) =>
    name.startsWith('retry-after-') && /^\d{1,6}$/.test(value) ? [Number(value)] : [],
  );
  const reset = headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset') ?? '';
  // Some hosts write the time since 1970 instead.
  if (waits.length === 0 && /^\d{1,6}$/.test(reset)) waits.push(Number(reset));
  return waits.length > 0 ? String(Math.max(...waits)) : null;
}
