/**
 * Rows that restoring a backup leaves out: ended sessions, used codes and closed links would work again, and backups have no
 * files of parcels. Links that restore an e-mail address stay: only the owner of the address has them, and after a takeover
 * nothing else leads back to the account.
 */
export const DROPPED_BY_A_RESTORE: readonly { table: string; where?: string }[] = [
  { table: 'tokens' },
  { table: 'reset_codes' },
  // The code is invalid after a restore.
  { table: 'mails', where: "kind = 'code'" },
  { table: 'parcel_blobs' },
  { table: 'parcels' },
];

/** Tables that have rows in an unused portal: the applied migrations with the hashes of their texts, and the last runs. */
export const FILLED_BY_ITSELF: readonly string[] = ['d1_migrations', 'migration_hashes', 'last_runs'];
