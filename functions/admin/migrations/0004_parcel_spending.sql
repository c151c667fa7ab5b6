-- Parcels have no hourly allowances any more. The previous version writes them as long as it runs: what it writes is ignored.
-- A later migration drops this table and parcel_blobs.reads.

DELETE FROM parcel_spending;
DROP TRIGGER parcel_spending_insert_conflicts;
DROP TRIGGER parcel_spending_update_conflicts;
CREATE TRIGGER parcel_spending_ends BEFORE INSERT ON parcel_spending BEGIN
  SELECT RAISE(IGNORE);
END;
