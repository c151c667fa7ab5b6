/**
 * The gateway's log: one JSON line an event.
 * Rule: ids, codes and numbers only. Never a path parameter, query, address, header or body, which may be personal.
 */
import type { ErrorCode } from '../../src/domain/api/errors.ts';
import type { Cut } from './forward.ts';

/** One call that was answered. */
export interface CallLine {
  request_id: string;
  /** Endpoint id of the table, `files`, `health`, `page` or `unknown`. */
  endpoint: string;
  status: number;
  /** Milliseconds; for a file until its last byte. */
  ms: number;
  /** Why the gateway or the host refused, or the host was given up. */
  code?: ErrorCode;
  /** Who broke a file off: the host, or the client, whatever status was sent before. */
  cut?: Cut;
}

export interface Log {
  call(line: CallLine): void;
  /** Something an operator must look at. */
  fault(requestId: string, what: string, error?: unknown): void;
}

/** A log that writes lines with `write`; the worker passes the console's. */
export function createLog(write: (level: 'info' | 'error', line: string) => void): Log {
  return {
    call: (line) => write('info', JSON.stringify({ event: 'call', ...line })),
    fault: (requestId, what, error) =>
      write('error', JSON.stringify({ event: 'fault', request_id: requestId, what, ...described(error) })),
  };
}

/** Name and place of an error. Its message stays out: it may quote what a visitor sent. */
function described(error: unknown): { error?: string; at?: string[] } {
  if (!(error instanceof Error)) return {};
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { error: error.name, at: frames.slice(0, 6).map((line) => line.trim()) };
}
