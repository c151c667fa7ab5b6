/**
 * What a backup has and a restore leaves out. A session that was ended since, a code that was used, or a link that was
 * switched off would work again. The files of parcels are in no backup. Links that take back a former e-mail address stay:
 * only its owner has them, and after a takeover nothing else leads back to the account.
 */
export const DROPPED_BY_A_RESTORE: readonly { table: string; where?: string }[] = [
  { table: 'tokens' },
  { table: 'reset_codes' },
  // The code in it opens nothing any more.
  { table: 'mails', where: "kind = 'code'" },
  { table: 'parcel_blobs' },
  { table: 'parcels' },
];

/** Tables that have rows whether anybody has used the portal or not: wrangler's list of migrations, and the last runs. */
export const FILLED_BY_ITSELF: readonly string[] = ['d1_migrations', 'last_runs'];
