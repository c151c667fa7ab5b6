-- What the desk lists and counts, each by an index: applications whose retention ends, by the last day of their visa; mails that
-- are not sent; applications of a period by type and status, and their decisions.
CREATE INDEX visas_by_end ON visas (valid_to) WHERE revoked_at IS NULL;
CREATE INDEX mails_not_sent ON mails (made_at) WHERE state <> 'sent';
DROP INDEX applicants_by_time;
CREATE INDEX applicants_by_time ON applicants (created_at, id, application_type, status);
CREATE INDEX status_history_by_status ON status_history (status, created_at);
