-- What operators did: who, when, to which application. It outlives the application, and holds nothing about the applicant;
-- `detail` is a status, a visa's code or a count.
CREATE TABLE desk_actions (
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  applicant_id TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX desk_actions_by_applicant ON desk_actions (applicant_id, id);
