/** The content of a letter, before it becomes plain text or HTML. */
import type { visaNotes } from '../../../src/content/owner-text.ts';
import type { StatusEntry } from '../../../src/domain/application/status.ts';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { VisaFacts, VisaState } from '../../../src/domain/application/visa.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import type { MailWords } from './words.ts';

/** What the host knows of the applicant when the mail is sent. */
export interface Reader {
  id: string;
  name: string;
  type: ApplicationType;
  history: readonly StatusEntry[];
  /**
   * Whether the applicant has confirmed the address. Before that, a mail contains nothing that the applicant wrote, since it may
   * reach a stranger; the holder of a visa was checked by officers.
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
  /** False: the mail contains nothing that the applicant wrote, see `Reader`. */
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
  /** Shown large, for reading out or typing. */
  | { code: string }
  /** A quoted text, or a list of requested changes. */
  | { quote: string; title: string; items: readonly string[] }
  | VisaBlock;

export interface VisaBlock {
  facts: VisaFacts;
  kind: string;
  /** Labels and values; the holder's name comes first. */
  rows: readonly (readonly [string, string])[];
  alt: string;
}

/** A line at the foot of a mail; an address is shown in full. */
export type FootLine = string | { link: string; href: string };

export interface Letter {
  sender: string;
  /** What the mail is about, such as the application number; empty for none. */
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

/** The form for messages, which needs no sign-in. */
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
