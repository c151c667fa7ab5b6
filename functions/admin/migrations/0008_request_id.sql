-- The request that made an application, as it stands in the logs and in what the applicant was told; NULL for older ones.
ALTER TABLE applicants ADD COLUMN request_id TEXT;
CREATE INDEX applicants_by_request ON applicants (request_id);
