-- What the desk finds an application by: the words of the name and the passport number, folded. A row for each.
CREATE TABLE search_keys (
  key TEXT NOT NULL,
  applicant_id TEXT NOT NULL REFERENCES applicants (id) ON DELETE CASCADE,
  PRIMARY KEY (key, applicant_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX search_keys_by_applicant ON search_keys (applicant_id, key);

-- The version of the application that its keys were made of. Another one, or NULL, is a row that code without keys has
-- written, before this migration or after it; the sweep makes them then.
ALTER TABLE applicants ADD COLUMN keys_version INTEGER;
CREATE INDEX applicants_without_keys ON applicants (id) WHERE keys_version IS NOT version;

-- Lists go on after an application: two of one millisecond keep their order by the number.
DROP INDEX applicants_by_time;
DROP INDEX applicants_by_status;
CREATE INDEX applicants_by_time ON applicants (created_at, id);
CREATE INDEX applicants_by_status ON applicants (status, created_at, id);
