-- The schema of 1.0.0. Times are milliseconds since 1970, UTC. Nothing here opens an account by itself: passwords are scrypt
-- hashes, tokens SHA-256, codes, strangers' addresses and fingerprints HMACs under a key that is not in the database.

-- Applications. `fields` holds every field as JSON under its wire name; a file field holds an id of `files`. Only what is looked
-- up has a column, so that a new field, type or language needs no migration.
CREATE TABLE applicants (
  id TEXT NOT NULL PRIMARY KEY,
  email_key TEXT NOT NULL,
  application_type TEXT NOT NULL,
  locale TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  status TEXT NOT NULL,
  version INTEGER NOT NULL,
  is_sample INTEGER NOT NULL DEFAULT 0 CHECK (is_sample IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- The last consent; NULL where the request named none.
  terms_version TEXT,
  terms_accepted_at INTEGER,
  -- The creating request, as in the logs and in what the applicant was told; NULL for an anonymised application.
  request_id TEXT,
  -- The officer who works on it, by e-mail address; NULL for none.
  assignee TEXT,
  -- When the personal data was removed; NULL for every other application.
  anonymised_at INTEGER,
  -- The search keys as one text.
  search_text TEXT,
  -- When the present stage began, written by triggers: the time of the last entry of the history.
  stage_since INTEGER,
  -- 1: the applicant's change began that stage, so that an officer looks again; written by triggers.
  came_back INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX applicants_by_email ON applicants (email_key);
-- The lists of the desk continue after an application: the number keeps the order of two of one millisecond.
CREATE INDEX applicants_by_time ON applicants (created_at, id, application_type, status);
CREATE INDEX applicants_by_status ON applicants (status, created_at, id);
CREATE INDEX applicants_by_assignee ON applicants (assignee, status, created_at, id);
CREATE INDEX applicants_by_request ON applicants (request_id);
-- For the queue of overdue applications and the retention.
CREATE INDEX applicants_by_stage ON applicants (status, stage_since, id) WHERE anonymised_at IS NULL;
CREATE INDEX applicants_came_back ON applicants (status, created_at, id) WHERE came_back = 1;
-- In it the desk finds parts of names, passport numbers, e-mails and numbers, newest first, without reading the applications.
-- Partial, so that no list takes it for applicants_by_time.
CREATE INDEX applicants_by_part ON applicants (created_at, id, search_text, email_key) WHERE search_text IS NOT NULL;

-- What the desk finds an application by: the words of the name and the passport number, folded. A row for each.
CREATE TABLE search_keys (
  key TEXT NOT NULL,
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  PRIMARY KEY (key, applicant_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX search_keys_by_applicant ON search_keys (applicant_id, key);

-- `position` counts from 0: two changes that start from the same history can't both be written.
CREATE TABLE status_history (
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  status TEXT NOT NULL,
  note TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The fields that a reviewer asks to change, as a JSON list of wire names; NULL for every other entry.
  fields TEXT CHECK (json_valid(fields)),
  -- Who made the entry, by address; NULL: the applicant, or the portal. The four-eyes rule asks it.
  officer TEXT,
  -- Code of a refusal (src/content/refusals.ts).
  reason TEXT,
  -- When the applicant was reminded of this request.
  reminded_at INTEGER,
  PRIMARY KEY (applicant_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX status_history_by_status ON status_history (status, created_at);
CREATE TRIGGER status_history_added AFTER INSERT ON status_history BEGIN
  UPDATE applicants SET (stage_since, came_back) = (SELECT created_at, officer IS NULL AND position > 0
    FROM status_history WHERE applicant_id = new.applicant_id ORDER BY position DESC LIMIT 1)
  WHERE id = new.applicant_id;
END;
CREATE TRIGGER status_history_changed AFTER UPDATE OF created_at ON status_history BEGIN
  UPDATE applicants SET (stage_since, came_back) = (SELECT created_at, officer IS NULL AND position > 0
    FROM status_history WHERE applicant_id = new.applicant_id ORDER BY position DESC LIMIT 1)
  WHERE id = new.applicant_id;
END;
CREATE TRIGGER status_history_removed AFTER DELETE ON status_history BEGIN
  UPDATE applicants SET (stage_since, came_back) = (SELECT created_at, officer IS NULL AND position > 0
    FROM status_history WHERE applicant_id = old.applicant_id ORDER BY position DESC LIMIT 1)
  WHERE id = old.applicant_id AND EXISTS (SELECT 1 FROM status_history WHERE applicant_id = old.applicant_id);
END;

-- What an application was before each accepted change. `version` is the one that was replaced, `changed` the wire names of the
-- fields that differ from the next one, `asked` those that a reviewer had asked for; NULL where none were named.
CREATE TABLE application_versions (
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  changed TEXT NOT NULL CHECK (json_valid(changed)),
  asked TEXT,
  replaced_at INTEGER NOT NULL,
  PRIMARY KEY (applicant_id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX application_versions_by_time ON application_versions (replaced_at);

-- An applicant may have several visas, one at most that is not revoked.
CREATE TABLE visas (
  code TEXT NOT NULL PRIMARY KEY,
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  valid_from TEXT NOT NULL,
  valid_to TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX visas_by_applicant ON visas (applicant_id);
CREATE UNIQUE INDEX visas_in_force ON visas (applicant_id) WHERE revoked_at IS NULL;
CREATE INDEX visas_by_end ON visas (valid_to) WHERE revoked_at IS NULL;

-- `id` is also the key of the object in R2.
CREATE TABLE files (
  id TEXT NOT NULL PRIMARY KEY,
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  field TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  -- The last version of the application that held the file; NULL while the application holds it.
  replaced_in INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX files_by_applicant ON files (applicant_id);

-- Objects in R2 that no row holds: about to be attached, or replaced. The sweep deletes them.
CREATE TABLE orphaned_objects (
  id TEXT NOT NULL PRIMARY KEY,
  made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX orphaned_objects_by_time ON orphaned_objects (made_at);
-- Deleting a row, also by cascade, orphans its object. One that is listed already keeps its time: the sweep may have claimed it.
CREATE TRIGGER deleted_files_orphan_objects AFTER DELETE ON files BEGIN
  INSERT INTO orphaned_objects (id, made_at) VALUES (old.id, unixepoch() * 1000) ON CONFLICT (id) DO NOTHING;
END;

-- A creation that is running (`applicant_id` NULL) or was answered. `claim` names the request at work.
CREATE TABLE idempotency (
  key TEXT NOT NULL PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  claim TEXT NOT NULL,
  applicant_id TEXT REFERENCES applicants (id) ON DELETE CASCADE,
  claimed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_time ON idempotency (claimed_at);
CREATE INDEX idempotency_by_applicant ON idempotency (applicant_id);

-- Accounts.
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

-- Wrong passwords. `asker` is a browser that signed in before, a session, or the keyed hash of a network; '' counts those of all
-- networks together.
CREATE TABLE sign_in_tries (
  address_hash TEXT NOT NULL,
  asker TEXT NOT NULL,
  failures INTEGER NOT NULL,
  blocked_until INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (address_hash, asker)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_tries_by_time ON sign_in_tries (last_at);

-- One code at a time for an address, known or not: a stranger's address behaves like an applicant's. `tries` counts those of the
-- network that asked for the code, `other_tries` those of all others.
CREATE TABLE reset_codes (
  address_hash TEXT NOT NULL PRIMARY KEY,
  applicant_id TEXT REFERENCES applicants (id) ON DELETE CASCADE,
  code_hash TEXT,
  asker TEXT NOT NULL DEFAULT '',
  tries INTEGER NOT NULL DEFAULT 0,
  other_tries INTEGER NOT NULL DEFAULT 0,
  made_at INTEGER NOT NULL,
  hour_began_at INTEGER NOT NULL,
  hour_count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reset_codes_by_time ON reset_codes (made_at);
CREATE INDEX reset_codes_by_applicant ON reset_codes (applicant_id);

-- Addresses of erased applicants, until the worker, which alone has the key of their hashes, has deleted their counters: a minute.
CREATE TABLE erased_addresses (
  email_key TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- The address that an applicant has left, while a link in its mail takes it back; one for each, so that an address that was only
-- passed through, such as a misspelt one, opens nothing.
CREATE TABLE left_addresses (
  applicant_id TEXT NOT NULL PRIMARY KEY REFERENCES applicants (id) ON DELETE CASCADE,
  email_key TEXT NOT NULL,
  email TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  left_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX left_addresses_by_email ON left_addresses (email_key);
CREATE INDEX left_addresses_by_time ON left_addresses (left_at);

-- What is known of an applicant's e-mail address. Another address than `email_key` is not confirmed, nor is one without a row.
-- `token_hash` is the SHA-256 of the last link that was mailed, `sent_at` when it was made; 0 where there is none.
CREATE TABLE email_confirmations (
  applicant_id TEXT NOT NULL PRIMARY KEY REFERENCES applicants (id) ON DELETE CASCADE,
  email_key TEXT NOT NULL,
  token_hash TEXT UNIQUE,
  sent_at INTEGER NOT NULL DEFAULT 0,
  confirmed_at INTEGER
) STRICT, WITHOUT ROWID;

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

-- The outbox: a mail is written in the batch that does what it reports, and sent from here. `applicant_id` is NULL for a code that
-- a stranger's address asked for; such a row is never sent. `address` is NULL where the mail goes to the applicant's address of
-- that time. `sealed` is what the database must not show (a code, a link's token), encrypted. Both are emptied when they are
-- needed no longer. `position` is that of the history's entry which an operator made and may take back. `error` is the kind of
-- an error, never its message. Of mails of one moment the one with the smaller rowid is older.
CREATE TABLE mails (
  id TEXT NOT NULL PRIMARY KEY,
  applicant_id TEXT REFERENCES applicants (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content)),
  sealed TEXT,
  address TEXT,
  position INTEGER,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'unclear', 'given_up')),
  tries INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '',
  made_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  tried_at INTEGER NOT NULL DEFAULT 0,
  -- Random, new with each claim: a sender finds a claim whose result was lost.
  claim_key TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX mails_by_state ON mails (state, due_at);
CREATE INDEX mails_by_applicant ON mails (applicant_id, made_at);
CREATE INDEX mails_by_time ON mails (made_at);
-- For the ceilings of a day.
CREATE INDEX mails_by_kind ON mails (kind, tried_at);
CREATE INDEX mails_not_sent ON mails (made_at) WHERE state <> 'sent';

-- Messages to the staff. `applicant_id` is NULL for one of the help page, which has `email`, and `number` as it was typed.
-- `key` is the sender's own id of the message: sent again, it is stored once. `sender` is who is counted (the applicant's
-- number, or a keyed hash of the network), emptied after an hour. A message is answered once, or closed without an answer.
CREATE TABLE messages (
  id TEXT NOT NULL PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  applicant_id TEXT REFERENCES applicants (id) ON DELETE CASCADE,
  email TEXT,
  email_key TEXT,
  name TEXT NOT NULL,
  number TEXT NOT NULL,
  locale TEXT NOT NULL,
  text TEXT NOT NULL,
  sender TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
  answer TEXT,
  ended_by TEXT,
  ended_at INTEGER
) STRICT;
CREATE INDEX messages_by_state ON messages (state, sent_at, id);
CREATE INDEX messages_by_applicant ON messages (applicant_id, sent_at);
CREATE INDEX messages_counted ON messages (sent_at, sender) WHERE sender <> '';
CREATE INDEX messages_by_address ON messages (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX messages_by_time ON messages (sent_at) WHERE applicant_id IS NULL;

-- The office. What operators did: who, when, to which application. It outlives the application, and holds nothing about the
-- applicant; `detail` is a status, a visa's code or a count.
CREATE TABLE desk_actions (
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  applicant_id TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX desk_actions_by_applicant ON desk_actions (applicant_id, id);

-- What officers read: one row a day and kind. `applicant_id` is '' for lists and searches; rows outlive the application.
CREATE TABLE reads (
  officer TEXT NOT NULL,
  applicant_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('open', 'scan', 'search', 'list', 'export')),
  -- YYYY-MM-DD in the office's time zone.
  day TEXT NOT NULL,
  PRIMARY KEY (officer, applicant_id, kind, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX reads_by_applicant ON reads (applicant_id, day);
CREATE INDEX reads_by_day ON reads (day);
CREATE TRIGGER reads_are_not_changed BEFORE UPDATE ON reads BEGIN
  SELECT RAISE(ABORT, 'the read trace is never changed');
END;

-- Officers who have used the desk, to hand over to; `decides` is 1 for the role to decide.
CREATE TABLE officers (
  address TEXT NOT NULL PRIMARY KEY,
  decides INTEGER NOT NULL,
  seen_on TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What operators note for each other; never shown to applicants.
CREATE TABLE notes (
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_by_applicant ON notes (applicant_id, id);

-- Notes that officers begin with, in the applicants' languages. `status` is the decision that a template is for.
CREATE TABLE note_templates (
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  ru TEXT NOT NULL,
  en TEXT NOT NULL,
  version INTEGER NOT NULL
) STRICT;

-- Sealed parcels (docs/decisions/sealed-parcels.md): nothing here can be read without the link, which the host never has.
CREATE TABLE parcels (
  id TEXT PRIMARY KEY,
  -- SHA-256 of the access key, hexadecimal.
  access_hash TEXT NOT NULL,
  -- Grows with each new index.
  revision INTEGER NOT NULL,
  sealed_index BLOB NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX parcels_by_expiry ON parcels (expires_at);

-- Each upload is a blob of its own; none is replaced.
CREATE TABLE parcel_blobs (
  parcel_id TEXT NOT NULL REFERENCES parcels (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- Key of the object in R2.
  object_id TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- How often it was given out.
  reads INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (parcel_id, id)
);
CREATE TRIGGER deleted_blobs_orphan_objects AFTER DELETE ON parcel_blobs BEGIN
  INSERT INTO orphaned_objects (id, made_at) VALUES (old.object_id, unixepoch() * 1000) ON CONFLICT (id) DO NOTHING;
END;

-- What came from one network in one hour, by size of the writes; `network` is a keyed hash, `hour` is YYYY-MM-DDTHH in UTC.
CREATE TABLE parcel_spending (
  network TEXT NOT NULL,
  hour TEXT NOT NULL,
  size_class TEXT NOT NULL,
  -- A write over the allowance writes NULL, which fails it with all statements of its batch.
  bytes INTEGER NOT NULL,
  PRIMARY KEY (network, hour, size_class)
);
CREATE INDEX parcel_spending_by_hour ON parcel_spending (hour);

-- When work that no call asks for was done last, for /healthz: 'mail' and 'sweep' (crons), 'backup', 'alarm mail' and so on.
CREATE TABLE last_runs (
  name TEXT PRIMARY KEY,
  at INTEGER NOT NULL
);

-- Names the conflicts that store/database.ts recognises. BEFORE triggers run before SQLite checks NOT NULL and UNIQUE, which
-- still hold. A batch that must fail writes NULL into a column of its conflict.
CREATE TRIGGER applicants_insert_conflicts BEFORE INSERT ON applicants
WHEN new.email_key IS NULL OR EXISTS (SELECT 1 FROM applicants WHERE email_key = new.email_key) BEGIN
  SELECT RAISE(ABORT, 'conflict: email');
END;
-- One trigger, so that of several conflicts the first of these is reported.
CREATE TRIGGER applicants_update_conflicts BEFORE UPDATE OF email_key, password_hash, version ON applicants BEGIN
  SELECT RAISE(ABORT, 'conflict: email') WHERE new.email_key IS NULL;
  SELECT RAISE(ABORT, 'conflict: credentials') WHERE new.password_hash IS NULL;
  SELECT RAISE(ABORT, 'conflict: version') WHERE new.version IS NULL;
  SELECT RAISE(ABORT, 'conflict: email')
    WHERE new.email_key <> old.email_key AND EXISTS (SELECT 1 FROM applicants WHERE email_key = new.email_key);
END;
CREATE TRIGGER tokens_conflicts BEFORE INSERT ON tokens WHEN new.applicant_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: credentials');
END;
CREATE TRIGGER desk_actions_conflicts BEFORE INSERT ON desk_actions WHEN new.applicant_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: version');
END;
CREATE TRIGGER status_history_conflicts BEFORE INSERT ON status_history
WHEN EXISTS (SELECT 1 FROM status_history WHERE applicant_id = new.applicant_id AND position = new.position) BEGIN
  SELECT RAISE(ABORT, 'conflict: history');
END;
CREATE TRIGGER idempotency_conflicts BEFORE UPDATE OF claim ON idempotency WHEN new.claim IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: claim');
END;
CREATE TRIGGER mails_conflicts BEFORE UPDATE OF state ON mails WHEN new.state IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: mail');
END;
CREATE TRIGGER messages_conflicts BEFORE UPDATE OF state ON messages WHEN new.state IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: message');
END;
CREATE TRIGGER parcel_spending_insert_conflicts BEFORE INSERT ON parcel_spending WHEN new.bytes IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: allowance');
END;
CREATE TRIGGER parcel_spending_update_conflicts BEFORE UPDATE OF bytes ON parcel_spending WHEN new.bytes IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: allowance');
END;
CREATE TRIGGER deletion_requests_conflicts BEFORE INSERT ON deletion_requests WHEN new.id IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: deletion');
END;
CREATE TRIGGER files_conflicts BEFORE INSERT ON files WHEN new.applicant_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: files');
END;
