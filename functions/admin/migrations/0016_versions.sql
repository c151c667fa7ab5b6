-- What an application was before each accepted change. `version` is the one that was replaced, `changed` the wire names of the
-- fields that differ from the next one, `asked` those that a reviewer had asked for; NULL where none were named. The files of a
-- version stay in `files`, see `replaced_in`.
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

-- The last version that held a file; NULL while the application holds it.
ALTER TABLE files ADD COLUMN replaced_in INTEGER;

-- The officer who works on an application, by e-mail address; NULL for none. The queues of the desk go by the index.
ALTER TABLE applicants ADD COLUMN assignee TEXT;
CREATE INDEX applicants_by_assignee ON applicants (assignee, status, created_at, id);

-- Notes that officers begin with, in the applicants' languages. `status` is the decision that a template is for.
CREATE TABLE note_templates (
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  ru TEXT NOT NULL,
  en TEXT NOT NULL,
  version INTEGER NOT NULL
) STRICT;
