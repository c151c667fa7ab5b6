-- Wrong passwords are counted apart for each browser that signed in before; '' counts those of all others together.
CREATE TABLE counted_tries (
  address_hash TEXT NOT NULL,
  browser TEXT NOT NULL,
  failures INTEGER NOT NULL,
  blocked_until INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (address_hash, browser)
) STRICT, WITHOUT ROWID;
INSERT INTO counted_tries SELECT address_hash, '', failures, blocked_until, last_at FROM sign_in_tries;
DROP TABLE sign_in_tries;
ALTER TABLE counted_tries RENAME TO sign_in_tries;
CREATE INDEX sign_in_tries_by_time ON sign_in_tries (last_at);
