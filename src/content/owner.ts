/** What only the owner can provide. Null omits the sentence, or uses another that is true without it; see docs/owner.md. */
import type { Locale } from '../domain/i18n/locales.ts';

type Localized = Record<Locale, string>;

interface Owner {
  /** E-mail address for questions, beside `SUPPORT_PHONE` of contacts.ts. */
  email: string | null;
  /** A number that can be called from abroad, in international form with spaces. */
  phoneFromAbroad: string | null;
  /** When people answer the telephone, with the time zone: "Mon to Fri, 9:00 to 18:00 (Tashkent)". */
  hours: Localized | null;
  /** Sentences on the visa, in the account and in the mail: where and how the visa is collected, and what it costs. */
  visaCollection: Localized | null;
  visaCost: Localized | null;
  /** Legal name and address of the data controller; both or neither. */
  controller: Localized | null;
  controllerAddress: Localized | null;
  /** How long applications are kept after the decision: a sentence. */
  retention: Localized | null;
  /** How long backups and logs are kept, where it is not the time of the platform: a sentence each. */
  backups: Localized | null;
  logs: Localized | null;
  /** Last sentences of the mail about a refusal: how to object. */
  objection: Localized | null;
  /** Name of the mail provider, as in "The e-mail is delivered by …". */
  mailProvider: Localized | null;
}

/** The office's time zone (IANA name): the desk counts days and shows times in it. */
export const OFFICE_TIME_ZONE = 'Asia/Tashkent';

export const OWNER: Owner = {
  email: null,
  phoneFromAbroad: null,
  hours: null,
  visaCollection: null,
  visaCost: null,
  controller: null,
  controllerAddress: null,
  retention: null,
  backups: null,
  logs: null,
  objection: null,
  mailProvider: null,
};
