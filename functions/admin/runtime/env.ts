/** The worker's bindings and variables; settings.ts checks them before the first response. */
export interface AdminEnv extends OfficeEnv {
  /** Key of file links, reset codes and fingerprints, at least 32 characters. Only this worker has it. */
  FILES_SECRET: string;
}

/** The bindings that the desk and the commands have as well. */
export interface OfficeEnv {
  /** Absent at the desk and in commands. */
  FILES_SECRET?: string;
  DB: D1Database;
  FILES: R2Bucket;
  MAIL: SendEmail;
  MAIL_FROM: string;
  PORTAL_ORIGIN: string;
  /** Months until closed applications are anonymised; empty for never. See `retentionMonths` in settings.ts. */
  RETENTION_MONTHS?: string;
  /** How many last characters of the passport number a visa shows; empty for none. See `visiblePassportEnd` in settings.ts. */
  VISA_PASSPORT_CHARACTERS?: string;
  /** Address to which messages are mailed; empty for the owner's. See `messageMail` in mail/outbox.ts. */
  MESSAGES_TO?: string;
  /** Address to which alarms are mailed (mail/cron-mails.ts); empty for no alarms. */
  ALARM_TO?: string;
  /** Days that an applicant has to answer a request for changes; empty for no reminders. */
  ANSWER_DAYS?: string;
  /** Mails a day; empty for 5000. See `mailsPerDay` in settings.ts. */
  MAILS_PER_DAY?: string;
  /** Days for which it is stored what officers have read; empty for 400. */
  READ_TRACE_DAYS?: string;
  /** Days after which the last backup is too old; empty for 8. See `backupMaxAgeDays` in settings.ts. */
  BACKUP_MAX_AGE_DAYS?: string;
  /** Address of the desk, for links in mails to the office; empty for no links. */
  DESK_ORIGIN?: string;
  /** The running version; its tag is the commit (`npm run deploy`). */
  VERSION?: { id: string; tag: string; timestamp: string };
  /** Set on a developer's machine, where the desk uses the same storage as this worker. */
  STORAGE_IS_SHARED?: string;
}
