/** The kinds of mail, and what a letter is made of. */
import type { visaNotes } from '../../../src/content/owner-text.ts';
import type { Visa } from '../../../src/domain/application/issued-visa.ts';
import type { StatusEntry } from '../../../src/domain/application/status.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { VisaFacts, VisaState } from '../../../src/domain/application/visa.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import type { Message } from '../store/messages.ts';
import type { PublicVisa } from '../store/public-visa.ts';
import type { MailWords } from './words.ts';

export type Mail =
  /**
   * `token` sets a new password without the code. `isFree`: the address is not confirmed, and can be freed by the token.
   * `locale`: of the page that asked; null for the account's.
   */
  | { template: 'code'; code: string; token: string; isFree: boolean; locale: Locale | null }
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

export interface Wording {
  t: MailWords;
  locale: Locale;
  link(route: string): string;
  type: ApplicationType | undefined;
  notes: ReturnType<typeof visaNotes>;
  now: number;
  /** False: the mail holds nothing that the applicant wrote, see `Reader`. */
  isConfirmed: boolean;
}

export interface MailStep {
  state: 'done' | 'now' | 'next' | 'stopped';
  /** The state as a word, for plain text and screen readers. */
  word: string;
  title: string;
  /** The date, or the expected date; empty where unknown. */
  when: string;
}

export type MailBlock =
  | { text: string }
  /** A second link; its address is shown in full. */
  | { link: string; href: string }
  /** Set large, to read out or type. */
  | { code: string }
  /** A quoted text, or a list of requested changes. */
  | { quote: string; title: string; items: readonly string[] }
  | VisaBlock;

export interface VisaBlock {
  facts: VisaFacts;
  kind: string;
  /** Labels and values: first the holder's name. */
  rows: readonly (readonly [string, string])[];
  alt: string;
}

/** A line of the foot; an address is shown in full. */
export type FootLine = string | { link: string; href: string };

export interface Letter {
  sender: string;
  /** Subject of the mail, such as the application number; empty for none. */
  about: string;
  title: string;
  tone: 'info' | 'success' | 'warning' | 'error';
  greeting: string;
  blocks: readonly MailBlock[];
  button: { label: string; href: string; fallback: string } | null;
  after: readonly string[];
  timeline: { title: string; steps: readonly MailStep[] } | null;
  foot: readonly FootLine[];
}

/** The form for messages, which works from everywhere and without signing in. */
export const FORM_ROUTE = '/help/contact';

export const VISA_TONES: Record<VisaState, Letter['tone']> = {
  valid: 'success',
  ending: 'warning',
  future: 'info',
  expired: 'error',
  revoked: 'error',
  other: 'error',
};

/** Whether the visa can still be collected and used. */
export const isUsable = (state: VisaState): boolean => VISA_TONES[state] !== 'error';
