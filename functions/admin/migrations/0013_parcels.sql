-- Sealed parcels (docs/decisions/sealed-parcels.md): nothing here can be read without the link, which the host never has.
CREATE TABLE parcels (
  id TEXT PRIMARY KEY,
  -- SHA-256 of the access key, hexadecimal.
  access_hash TEXT NOT NULL,
  -- Grows with each new index.
  revision INTEGER NOT NULL,
  sealed_index BLOB NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX parcels_by_expiry ON parcels (expires_at);

-- A blob that was deleted keeps its row, without an object: its revisions go on from there, so that none comes twice.
CREATE TABLE parcel_blobs (
  parcel_id TEXT NOT NULL REFERENCES parcels (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  -- Key of the object in R2.
  object_id TEXT,
  size INTEGER NOT NULL,
  -- How often this revision was given out.
  reads INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (parcel_id, id)
);

-- Whichever way a blob goes, its object belongs to nobody from then on (0012).
CREATE TRIGGER parcel_blobs_become_loose AFTER DELETE ON parcel_blobs WHEN old.object_id IS NOT NULL BEGIN
  INSERT INTO loose_objects (id, made_at) VALUES (old.object_id, unixepoch() * 1000) ON CONFLICT (id) DO NOTHING;
END;
CREATE TRIGGER replaced_blobs_become_loose AFTER UPDATE OF object_id ON parcel_blobs
WHEN old.object_id IS NOT NULL AND old.object_id IS NOT new.object_id BEGIN
  INSERT INTO loose_objects (id, made_at) VALUES (old.object_id, unixepoch() * 1000) ON CONFLICT (id) DO NOTHING;
END;

-- What came from one network on one day; `network` is a keyed hash, `day` is YYYY-MM-DD in UTC.
CREATE TABLE parcel_allowances (
  network TEXT NOT NULL,
  day TEXT NOT NULL,
  parcels INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (network, day)
);
CREATE INDEX parcel_allowances_by_day ON parcel_allowances (day);
