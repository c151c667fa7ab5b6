/** The worker's bindings and variables; settings.ts checks them before the first response. */
export interface AdminEnv extends OfficeEnv {
  /** Key of file links, reset codes and fingerprints; at least 32 characters. Only this worker has it. */
  FILES_SECRET: string;
}

/** What desk and commands have. */
export interface OfficeEnv {
  /** Absent at the desk and in commands. */
  FILES_SECRET?: string;
  DB: D1Database;
  FILES: R2Bucket;
  MAIL: SendEmail;
  MAIL_FROM: string;
  PORTAL_ORIGIN: string;
  /** Months until closed applications are anonymised; empty: never. See `retentionMonths` in settings.ts. */
  RETENTION_MONTHS?: string;
  /** Number of last characters of the passport number that a visa shows; empty: none. See `visiblePassportEnd` in settings.ts. */
  VISA_PASSPORT_CHARACTERS?: string;
  /** Where messages are mailed; empty: the owner's address. See `messageMail` in mail/outbox.ts. */
  MESSAGES_TO?: string;
  /** Where alarms are mailed (mail/cron-mails.ts); empty: none are. */
  ALARM_TO?: string;
  /** Days that an applicant has to answer a request for changes; empty: no reminder is sent. */
  ANSWER_DAYS?: string;
  /** Mails a day; empty: 5000. See `mailsPerDay` in settings.ts. */
  MAILS_PER_DAY?: string;
  /** Days that the trace of reading is kept; empty: 400. */
  READ_TRACE_DAYS?: string;
  /** Days after which the last backup is too old; empty: 8. See `backupMaxAgeDays` in settings.ts. */
  BACKUP_MAX_AGE_DAYS?: string;
  /** Address of the desk, for links in mails to the office; empty: none. */
  DESK_ORIGIN?: string;
  /** The running version; its tag is the commit (`npm run deploy`). */
  VERSION?: { id: string; tag: string; timestamp: string };
  /** Set on a developer's machine, where the desk shares the files of this worker. */
  STORAGE_IS_SHARED?: string;
}
