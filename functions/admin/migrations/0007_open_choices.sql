-- Another language or application type needs no migration: which there are, the code knows. New columns take the place of
-- those with a CHECK; a new table in the place of `applicants` would take every row that refers to it along (SQLite deletes
-- before it drops, ON DELETE CASCADE included, and D1 can't turn foreign keys off). The default is for the rows that are
-- there already; every INSERT names both.
ALTER TABLE applicants ADD COLUMN open_type TEXT NOT NULL DEFAULT '';
ALTER TABLE applicants ADD COLUMN open_locale TEXT NOT NULL DEFAULT '';
UPDATE applicants SET open_type = application_type, open_locale = locale;
ALTER TABLE applicants DROP COLUMN application_type;
ALTER TABLE applicants DROP COLUMN locale;
ALTER TABLE applicants RENAME COLUMN open_type TO application_type;
ALTER TABLE applicants RENAME COLUMN open_locale TO locale;
