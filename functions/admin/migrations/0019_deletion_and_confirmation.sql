-- An applicant's request to be deleted: open while `answered_at` is NULL; `answer` says why the data stays. One for each
-- applicant; a new request takes the place of an answered one, under a new `id`. The erased have no row.
CREATE TABLE deletion_requests (
  applicant_id TEXT NOT NULL PRIMARY KEY REFERENCES applicants (id) ON DELETE CASCADE,
  id TEXT NOT NULL UNIQUE,
  asked_at INTEGER NOT NULL,
  answered_at INTEGER,
  answer TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX deletion_requests_open ON deletion_requests (asked_at, applicant_id) WHERE answered_at IS NULL;

-- What is known of an applicant's e-mail address. Another address than `email_key` is not confirmed; so is an address without
-- a row, which all have that were given before this migration. `token_hash` is the SHA-256 of the last link that was mailed.
CREATE TABLE email_confirmations (
  applicant_id TEXT NOT NULL PRIMARY KEY REFERENCES applicants (id) ON DELETE CASCADE,
  email_key TEXT NOT NULL,
  token_hash TEXT UNIQUE,
  -- When that link was made; 0 where there is none.
  sent_at INTEGER NOT NULL DEFAULT 0,
  confirmed_at INTEGER
) STRICT, WITHOUT ROWID;
