-- The fields that a reviewer asks to change, as a JSON list of wire names; NULL for every other entry.
ALTER TABLE status_history ADD COLUMN fields TEXT CHECK (json_valid(fields));
