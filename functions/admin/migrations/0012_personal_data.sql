-- Whichever way a file's row goes, also by cascade, its object in R2 belongs to nobody from then on. One that is listed
-- already stays as it is: the sweep may have taken it.
CREATE TRIGGER files_become_loose AFTER DELETE ON files BEGIN
  INSERT INTO loose_objects (id, made_at) VALUES (old.id, unixepoch() * 1000) ON CONFLICT (id) DO NOTHING;
END;

-- When all that is personal was removed from an application; NULL for every other.
ALTER TABLE applicants ADD COLUMN anonymised_at INTEGER;
-- What the retention looks through: no longer what it has been through.
CREATE INDEX applicants_by_retention ON applicants (status, created_at) WHERE anonymised_at IS NULL;
