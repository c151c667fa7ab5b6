/** What a call or command refuses. All other errors are faults: of the program, its settings or the platform. */
import {
  type FieldErrors,
  type HostWords,
  REFUSAL_STATUS,
  type RefusalBody,
  type RefusalCode,
} from './refusal-codes.ts';

interface RefusalDetails {
  /** Issue codes by field path. */
  errors?: FieldErrors;
  /** Headers of the response, such as `Allow`. */
  headers?: Record<string, string>;
  /** Only for the browser, never for a log: they may contain what the client sent. */
  hostWords?: HostWords | undefined;
  /** The host may lack the call. The response says nothing about what was asked. */
  mayLackCall?: boolean;
}

/**
 * A request that stored nothing, for a reason that a person can mend. `code` has a text for that person; `message` is English, for
 * the log, without personal data.
 */
export class Refusal<Code extends string = RefusalCode> extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;
  readonly details: RefusalDetails;

  constructor(code: Code, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export const statusOfRefusal = ({ code }: Refusal): number => REFUSAL_STATUS[code];

export function refusalBody({ code, message, details }: Refusal, requestId: string): RefusalBody {
  const { errors, hostWords, mayLackCall } = details;
  return {
    code,
    message,
    request_id: requestId,
    ...(errors && { errors }),
    ...(hostWords && { host_words: hostWords }),
    ...(mayLackCall && { call_absent: true }),
  };
}
