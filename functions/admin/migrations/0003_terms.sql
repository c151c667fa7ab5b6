-- Which version of the terms an applicant consented to, and when; NULL where the portal that sent the application did not
-- say. A change that asks for no consent leaves both as they are.
ALTER TABLE applicants ADD COLUMN terms_version TEXT;
ALTER TABLE applicants ADD COLUMN terms_accepted_at INTEGER;
