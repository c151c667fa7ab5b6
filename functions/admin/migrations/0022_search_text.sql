-- The search keys of an application as one text, and an index in which the desk looks for parts of names, passport numbers,
-- e-mails and numbers, newest first, without reading the applications. It is partial so that no list takes it for applicants_by_time. The trigger also covers code that writes keys only.
ALTER TABLE applicants ADD COLUMN search_text TEXT;
UPDATE applicants SET search_text = (SELECT group_concat(key, ' ') FROM search_keys WHERE applicant_id = id);
CREATE TRIGGER applicants_search_text AFTER UPDATE OF keys_version ON applicants BEGIN
  UPDATE applicants SET search_text = (SELECT group_concat(key, ' ') FROM search_keys WHERE applicant_id = new.id)
    WHERE id = new.id;
END;
CREATE INDEX applicants_by_part ON applicants (created_at, id, search_text, email_key)
  WHERE search_text IS NOT NULL;
