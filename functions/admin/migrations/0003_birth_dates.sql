-- An application is found by the applicant's date of birth.

INSERT OR IGNORE INTO search_keys (key, applicant_id)
SELECT replace(fields ->> '$.date_birth', '-', ''), id FROM applicants
WHERE fields ->> '$.date_birth' GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND anonymised_at IS NULL;
