-- Wrong reset codes of a day, whichever codes they were tried at. They are counted on while codes come and go.
ALTER TABLE reset_codes ADD COLUMN wrong_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reset_codes ADD COLUMN wrong_at INTEGER NOT NULL DEFAULT 0;
