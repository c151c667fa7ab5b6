-- Names the conflicts that store/database.ts recognises. BEFORE triggers run before SQLite checks NOT NULL and UNIQUE, which
-- still hold. A batch that must fail writes NULL into a column of its conflict. The words in brackets are SQLite's, by which
-- the code before this migration recognises a conflict; they can go with the next migration.
CREATE TRIGGER applicants_insert_conflicts BEFORE INSERT ON applicants
WHEN new.email_key IS NULL OR EXISTS (SELECT 1 FROM applicants WHERE email_key = new.email_key) BEGIN
  SELECT RAISE(ABORT, 'conflict: email (UNIQUE constraint failed: applicants.email_key)');
END;
-- One trigger, so that of several conflicts the first of these is reported.
CREATE TRIGGER applicants_update_conflicts BEFORE UPDATE OF email_key, password_hash, version ON applicants BEGIN
  SELECT RAISE(ABORT, 'conflict: email (NOT NULL constraint failed: applicants.email_key)') WHERE new.email_key IS NULL;
  SELECT RAISE(ABORT, 'conflict: credentials (NOT NULL constraint failed: applicants.password_hash)')
    WHERE new.password_hash IS NULL;
  SELECT RAISE(ABORT, 'conflict: version (NOT NULL constraint failed: applicants.version)') WHERE new.version IS NULL;
  SELECT RAISE(ABORT, 'conflict: email (UNIQUE constraint failed: applicants.email_key)')
    WHERE new.email_key <> old.email_key AND EXISTS (SELECT 1 FROM applicants WHERE email_key = new.email_key);
END;
CREATE TRIGGER tokens_conflicts BEFORE INSERT ON tokens WHEN new.applicant_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: credentials (NOT NULL constraint failed: tokens.applicant_id)');
END;
CREATE TRIGGER desk_actions_conflicts BEFORE INSERT ON desk_actions WHEN new.applicant_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: version (NOT NULL constraint failed: desk_actions.applicant_id)');
END;
CREATE TRIGGER status_history_conflicts BEFORE INSERT ON status_history
WHEN EXISTS (SELECT 1 FROM status_history WHERE applicant_id = new.applicant_id AND position = new.position) BEGIN
  SELECT RAISE(ABORT, 'conflict: history (UNIQUE constraint failed: status_history.position)');
END;
CREATE TRIGGER idempotency_conflicts BEFORE UPDATE OF claim ON idempotency WHEN new.claim IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: claim (NOT NULL constraint failed: idempotency.claim)');
END;
CREATE TRIGGER mails_conflicts BEFORE UPDATE OF state ON mails WHEN new.state IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: mail (NOT NULL constraint failed: mails.state)');
END;
CREATE TRIGGER messages_conflicts BEFORE UPDATE OF state ON messages WHEN new.state IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: message (NOT NULL constraint failed: messages.state)');
END;
CREATE TRIGGER parcel_spending_insert_conflicts BEFORE INSERT ON parcel_spending WHEN new.bytes IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: allowance (NOT NULL constraint failed: parcel_spending.bytes)');
END;
CREATE TRIGGER parcel_spending_update_conflicts BEFORE UPDATE OF bytes ON parcel_spending WHEN new.bytes IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: allowance (NOT NULL constraint failed: parcel_spending.bytes)');
END;
CREATE TRIGGER deletion_requests_conflicts BEFORE INSERT ON deletion_requests WHEN new.id IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: deletion (NOT NULL constraint failed: deletion_requests.id)');
END;
CREATE TRIGGER files_conflicts BEFORE INSERT ON files WHEN new.applicant_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'conflict: files (NOT NULL constraint failed: files.applicant_id)');
END;

-- Objects in R2 that no row holds: about to be attached, or replaced. The sweep deletes them. Takes the place of loose_objects,
-- which the code before this migration still writes: triggers copy its writes, and the table goes with the next migration.
CREATE TABLE orphaned_objects (
  id TEXT NOT NULL PRIMARY KEY,
  made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX orphaned_objects_by_time ON orphaned_objects (made_at);
CREATE TRIGGER loose_objects_inserted AFTER INSERT ON loose_objects BEGIN
  INSERT INTO orphaned_objects (id, made_at) VALUES (new.id, new.made_at)
    ON CONFLICT (id) DO UPDATE SET made_at = excluded.made_at;
END;
CREATE TRIGGER loose_objects_updated AFTER UPDATE ON loose_objects BEGIN
  UPDATE orphaned_objects SET made_at = new.made_at WHERE id = new.id;
END;
CREATE TRIGGER loose_objects_deleted AFTER DELETE ON loose_objects BEGIN
  DELETE FROM orphaned_objects WHERE id = old.id;
END;
INSERT INTO orphaned_objects (id, made_at) SELECT id, made_at FROM loose_objects;

-- 0012 and 0013, with the new table: deleting a row, also by cascade, or replacing a blob's object orphans the object. An object
-- that is listed already keeps its time: the sweep may have claimed it.
DROP TRIGGER files_become_loose;
DROP TRIGGER parcel_blobs_become_loose;
DROP TRIGGER replaced_blobs_become_loose;
CREATE TRIGGER deleted_files_orphan_objects AFTER DELETE ON files BEGIN
  INSERT INTO orphaned_objects (id, made_at) VALUES (old.id, unixepoch() * 1000) ON CONFLICT (id) DO NOTHING;
END;
CREATE TRIGGER deleted_blobs_orphan_objects AFTER DELETE ON parcel_blobs WHEN old.object_id IS NOT NULL BEGIN
  INSERT INTO orphaned_objects (id, made_at) VALUES (old.object_id, unixepoch() * 1000) ON CONFLICT (id) DO NOTHING;
END;
CREATE TRIGGER replaced_blobs_orphan_objects AFTER UPDATE OF object_id ON parcel_blobs
WHEN old.object_id IS NOT NULL AND old.object_id IS NOT new.object_id BEGIN
  INSERT INTO orphaned_objects (id, made_at) VALUES (old.object_id, unixepoch() * 1000) ON CONFLICT (id) DO NOTHING;
END;
