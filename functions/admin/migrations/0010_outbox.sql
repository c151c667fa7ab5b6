-- The outbox: a mail is written in the batch that does what it tells, and sent from here. `applicant_id` is NULL for a code
-- that a stranger's address asked for; such a row is never sent. `address` is NULL where the mail goes to the applicant's
-- address of that time. `sealed` is what the database must not show (a code, a link's token), encrypted. Both are emptied
-- when they are needed no longer. `position` is that of the history's entry which an operator made and may take back.
-- `error` is the kind of an error, never its message. Of mails of one moment the one with the smaller rowid is older.
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
  tried_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX mails_by_state ON mails (state, due_at);
CREATE INDEX mails_by_applicant ON mails (applicant_id, made_at);
CREATE INDEX mails_by_time ON mails (made_at);

-- What operators note for each other; never shown to applicants.
CREATE TABLE notes (
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_by_applicant ON notes (applicant_id, id);

-- An applicant may have several visas, one at most that is not revoked. No table refers to this one.
CREATE TABLE all_visas (
  code TEXT NOT NULL PRIMARY KEY,
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  valid_from TEXT NOT NULL,
  valid_to TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO all_visas SELECT code, applicant_id, valid_from, valid_to, issued_at, NULL FROM visas;
DROP TABLE visas;
ALTER TABLE all_visas RENAME TO visas;
CREATE INDEX visas_by_applicant ON visas (applicant_id);
CREATE UNIQUE INDEX visas_in_force ON visas (applicant_id) WHERE revoked_at IS NULL;
