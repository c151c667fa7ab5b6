import type { Visa } from '../../../src/domain/application/issued-visa.ts';
import type { StatusEntry } from '../../../src/domain/application/status.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { Message } from '../store/messages.ts';
import type { PublicVisa } from '../store/statuses.ts';

export type Mail =
  /** `token` sets a new password without the code. `isFree`: the address is not confirmed, and can be freed by the token. */
  | { template: 'code'; code: string; token: string; isFree: boolean }
  | { template: 'passwordChanged' }
  /** `token` restores the old address; null where that is not possible. */
  | { template: 'emailChanged'; token: string | null }
  | { template: 'emailRestored' }
  /** `token` confirms the address; null in a mail that is sent again. */
  | { template: 'received'; id: string; token: string | null }
  | { template: 'emailConfirm'; id: string; token: string }
  /** `by`: the last day for the answer, `YYYY-MM-DD`. */
  | { template: 'deletionAsked'; id: string; by: string }
  | { template: 'deletionDeclined'; id: string; note: string }
  /** `fields`: wire names of the requested changes; `byOffice`: a withdrawal that the applicant did not make. */
  | { template: 'status'; id: string; status: string; note: string; fields?: readonly string[]; byOffice?: boolean }
  /** `by`: the last day for the answer, `YYYY-MM-DD`. */
  | { template: 'reminder'; id: string; by: string }
  /** To the owner: the parts of `/healthz` that are not well. */
  | { template: 'alarm'; parts: readonly string[] }
  | MessageMail
  | VisaMail;

/** The mail about an issued visa, as it is when the mail is sent. */
export interface VisaMail {
  template: 'visa';
  id: string;
  note: string;
  visa: PublicVisa;
}

/** A question to the office, or the answer to its sender. `id`: the application; empty for none. */
export interface MessageMail {
  template: 'question' | 'answer';
  id: string;
  message: Message;
  /** Address of the desk, for the office. */
  desk?: string | undefined;
}

/** A mail as the outbox stores it. The text of a message stays in its own row, which can be deleted; so does a visa's holder. */
export type StoredMail =
  | Exclude<Mail, MessageMail | VisaMail>
  | (Omit<MessageMail, 'message' | 'desk'> & { message: string })
  | (Omit<VisaMail, 'visa'> & { visa: Visa });

/** What the host knows of the applicant when the mail is sent. */
export interface Reader {
  id: string;
  name: string;
  type: ApplicationType;
  history: readonly StatusEntry[];
  /**
   * Whether the applicant has proved the address. Before, a mail holds nothing that they wrote, since it may reach a stranger; a
   * visa's holder was checked by officers.
   */
  isConfirmed: boolean;
}

/** Content id of the QR code (RFC 2392). */
export const QR_ID = 'visa-qr';
