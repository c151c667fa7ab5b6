-- The address that an applicant has left, for as long as it can be taken back by a link in its mail; one for each, so that
-- an address that was only passed through, such as a misspelt one, opens nothing.
CREATE TABLE left_addresses (
  applicant_id TEXT NOT NULL PRIMARY KEY REFERENCES applicants (id) ON DELETE CASCADE,
  email_key TEXT NOT NULL,
  email TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  left_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX left_addresses_by_email ON left_addresses (email_key);
CREATE INDEX left_addresses_by_time ON left_addresses (left_at);
