-- What came from one network in one hour, by size of the writes; `network` is a keyed hash, `hour` is YYYY-MM-DDTHH in UTC.
-- It replaces parcel_allowances, which the code before still uses: that table goes with the next migration.
CREATE TABLE parcel_spending (
  network TEXT NOT NULL,
  hour TEXT NOT NULL,
  size_class TEXT NOT NULL,
  -- NULL is refused: a write over the allowance fails by it, with all statements of its batch.
  bytes INTEGER NOT NULL,
  PRIMARY KEY (network, hour, size_class)
);
CREATE INDEX parcel_spending_by_hour ON parcel_spending (hour);
