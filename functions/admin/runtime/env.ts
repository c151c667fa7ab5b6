/** What the worker is given from outside; settings.ts checks it before the worker answers anything. */

export interface AdminEnv {
  DB: D1Database;
  FILES: R2Bucket;
  MAIL: SendEmail;
  /** Key of file links, reset codes and fingerprints; 32 characters or more. */
  FILES_SECRET: string;
  /** Sender of every mail. */
  MAIL_FROM: string;
  /** Origin of the portal, for links in mails. */
  PORTAL_ORIGIN: string;
  /** After how many months closed applications are anonymised; empty is never. See `retentionMonths` in settings.ts. */
  RETENTION_MONTHS?: string;
  /** How many last characters of the passport number a visa shows; empty is none. See `passportEnd` in settings.ts. */
  VISA_PASSPORT_CHARACTERS?: string;
  /** Where messages are mailed; empty is the owner's address. See `officeAddress` in mail/office-address.ts. */
  MESSAGES_TO?: string;
  /** Which version of the worker runs; its tag is the commit (`npm run deploy`). */
  VERSION?: { id: string; tag: string; timestamp: string };
  /** Set where the desk works on the same files beside this worker, which is on a developer's machine only. */
  STORAGE_IS_SHARED?: string;
}
