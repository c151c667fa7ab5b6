/** One JSON line per event. It has ids, codes and numbers only, since paths, headers and bodies may be personal. */
import type { RefusalCode } from '../../src/domain/api/refusal-codes.ts';
import type { AbortedBy } from './forward.ts';

interface CallLine {
  request_id: string;
  /** Endpoint id, `files`, `health`, `body_form`, `page` or `unknown`. */
  endpoint: string;
  status: number;
  /** Milliseconds; for a file until its last byte. */
  ms: number;
  code?: RefusalCode;
  cut?: AbortedBy;
  /** Fields whose files the portal cannot open (host/files.ts). */
  hidden_files?: string[];
}

export interface Log {
  call(line: CallLine): void;
  fault(requestId: string, what: string, error?: unknown): void;
}

export function createLog(write: (level: 'info' | 'error', line: string) => void): Log {
  return {
    call: (line) => write('info', JSON.stringify({ event: 'call', ...line })),
    fault: (requestId, what, error) =>
      write('error', JSON.stringify({ event: 'fault', request_id: requestId, what, ...describeError(error) })),
  };
}

/** Without the message, which may quote what a client sent. */
function describeError(error: unknown): { error?: string; at?: string[] } {
  if (!(error instanceof Error)) return {};
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { error: error.name, at: frames.slice(0, 6).map((line) => line.trim()) };
}
