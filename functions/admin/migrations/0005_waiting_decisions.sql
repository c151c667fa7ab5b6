-- A decision waits before it counts: a row until it takes effect or is taken back. `form` is what the officer confirmed, as JSON:
-- note, fields to change, dates of the visa, checked doubts, reason. The officer saw the version, the length of the history and
-- the time of its last entry. `failure` says why it did not take effect; NULL while it waits.
CREATE TABLE decisions (
  applicant_id TEXT NOT NULL PRIMARY KEY REFERENCES applicants (id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  form TEXT NOT NULL CHECK (json_valid(form)),
  officer TEXT NOT NULL,
  four_eyes INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  failure TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX decisions_waiting ON decisions (due_at) WHERE failure IS NULL;
CREATE INDEX decisions_failed ON decisions (officer, made_at) WHERE failure IS NOT NULL;
CREATE TRIGGER decisions_conflicts BEFORE INSERT ON decisions
WHEN EXISTS (SELECT 1 FROM decisions WHERE applicant_id = new.applicant_id) BEGIN
  SELECT RAISE(ABORT, 'conflict: history');
END;

-- An officer's right to issue visas, beside the right to decide: both are asked again when a decision takes effect.
ALTER TABLE officers ADD COLUMN issues INTEGER NOT NULL DEFAULT 0;

-- An officer's list names the cases that colleagues took.
CREATE INDEX desk_actions_taken ON desk_actions (detail, at) WHERE action = 'take';

-- Decisions of the version before counted at once, and only their mail waited: it goes out now.
UPDATE mails SET due_at = made_at, content = json_remove(content, '$.replaced')
WHERE state = 'waiting' AND tries = 0 AND position IS NOT NULL;
