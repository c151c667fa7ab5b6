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
