-- When work that no call asks for was done last, for /healthz: 'mail' and 'sweep' (crons), 'backup'. Milliseconds since 1970.
CREATE TABLE last_runs (
  name TEXT PRIMARY KEY,
  at INTEGER NOT NULL
);
