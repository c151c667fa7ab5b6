/** The log: one JSON line per request and per mail. It has no address, no name, no id of a person, and no path parameters. */
import { Fault } from '../../platform/fault.ts';

export interface LogLine {
  level: 'info' | 'error';
  request_id: string;
  /** Endpoint id, `files`, `health`, `mail`, `sweep`, or `none` for an unknown path. */
  endpoint: string;
  status?: number;
  ms?: number;
  code?: string;
  /** Kind of the mail and its outcome; a mail that is `unclear` or `given_up` is not retried. */
  mail?: string;
  outcome?: 'sent' | 'failed' | 'unclear' | 'given_up';
  detail?: string;
}

// biome-ignore lint/suspicious/noConsole: the platform's log consists of what the console writes
let write = (line: LogLine): void => console.log(JSON.stringify(line));

export function log(line: LogLine): void {
  write(line);
}

/** For the desk, whose result is on standard output: writes errors to standard error and drops everything else. */
export function logErrorsOnly(): void {
  write = (line) => {
    // biome-ignore lint/suspicious/noConsole: the terminal of an operator
    if (line.level === 'error') console.error(JSON.stringify(line));
  };
}

/** Class and place of an unexpected error. The message only if it is the database's, which names constraints but no values. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const isSafe = error instanceof Fault || error.message.startsWith('D1_ERROR');
  const message = isSafe ? `: ${error.message}` : '';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`${error.name}${message}`, ...frames.slice(0, 4).map((line) => line.trim())].join(' | ');
}
