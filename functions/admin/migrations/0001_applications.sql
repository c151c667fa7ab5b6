-- Times are milliseconds since 1970, UTC. Nothing here opens an account by itself: passwords are scrypt hashes, tokens
-- SHA-256, codes, addresses of strangers and fingerprints HMACs under a key that is not in the database.

-- `fields` holds every field of the application as JSON, under its wire name; a file field holds an id of `files`. Only
-- what is looked up has a column of its own, so that a new field needs no migration.
CREATE TABLE applicants (
  id TEXT NOT NULL PRIMARY KEY,
  email_key TEXT NOT NULL,
  application_type TEXT NOT NULL CHECK (application_type IN ('specialist', 'founder', 'investor')),
  locale TEXT NOT NULL CHECK (locale IN ('ru', 'en')),
  password_hash TEXT NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  status TEXT NOT NULL,
  version INTEGER NOT NULL,
  is_sample INTEGER NOT NULL DEFAULT 0 CHECK (is_sample IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX applicants_by_email ON applicants (email_key);
CREATE INDEX applicants_by_status ON applicants (status, created_at);
CREATE INDEX applicants_by_time ON applicants (created_at);

-- `position` counts from 0: two changes that start from the same history can't both be written.
CREATE TABLE status_history (
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  status TEXT NOT NULL,
  note TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (applicant_id, position)
) STRICT, WITHOUT ROWID;

-- `id` is also the key of the object in R2.
CREATE TABLE files (
  id TEXT NOT NULL PRIMARY KEY,
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  field TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX files_by_applicant ON files (applicant_id);

-- Objects in R2 that no application holds: about to be committed, or replaced. The sweep deletes what stays here.
CREATE TABLE loose_objects (
  id TEXT NOT NULL PRIMARY KEY,
  made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX loose_objects_by_time ON loose_objects (made_at);

CREATE TABLE tokens (
  hash TEXT NOT NULL PRIMARY KEY,
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  browser TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_applicant ON tokens (applicant_id, created_at);
CREATE INDEX tokens_by_creation ON tokens (created_at);
CREATE INDEX tokens_by_use ON tokens (used_at);

-- One code at a time for an address, known or not: a stranger's address behaves like an applicant's.
CREATE TABLE reset_codes (
  address_hash TEXT NOT NULL PRIMARY KEY,
  applicant_id TEXT REFERENCES applicants (id) ON DELETE CASCADE,
  code_hash TEXT,
  tries INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  hour_began_at INTEGER NOT NULL,
  hour_count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reset_codes_by_time ON reset_codes (made_at);
CREATE INDEX reset_codes_by_applicant ON reset_codes (applicant_id);

CREATE TABLE sign_in_tries (
  address_hash TEXT NOT NULL PRIMARY KEY,
  failures INTEGER NOT NULL,
  blocked_until INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_tries_by_time ON sign_in_tries (last_at);

-- A creation that is running (`applicant_id` null) or was answered. `claim` says which request is at work.
CREATE TABLE idempotency (
  key TEXT NOT NULL PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  claim TEXT NOT NULL,
  applicant_id TEXT REFERENCES applicants (id) ON DELETE CASCADE,
  claimed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_time ON idempotency (claimed_at);
CREATE INDEX idempotency_by_applicant ON idempotency (applicant_id);

CREATE TABLE visas (
  code TEXT NOT NULL PRIMARY KEY,
  applicant_id TEXT NOT NULL UNIQUE REFERENCES applicants (id) ON DELETE CASCADE,
  valid_from TEXT NOT NULL,
  valid_to TEXT NOT NULL,
  issued_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
