-- When the present stage began: the time of the last entry of the history. Triggers write it, also for code that does not know
-- it. The queue of overdue applications and the retention go by the index, which leaves out anonymised ones.
ALTER TABLE applicants ADD COLUMN stage_since INTEGER;
UPDATE applicants SET stage_since =
  (SELECT created_at FROM status_history WHERE applicant_id = id ORDER BY position DESC LIMIT 1);
CREATE TRIGGER status_history_added AFTER INSERT ON status_history BEGIN
  UPDATE applicants SET stage_since =
    (SELECT created_at FROM status_history WHERE applicant_id = new.applicant_id ORDER BY position DESC LIMIT 1)
  WHERE id = new.applicant_id;
END;
CREATE TRIGGER status_history_changed AFTER UPDATE OF created_at ON status_history BEGIN
  UPDATE applicants SET stage_since =
    (SELECT created_at FROM status_history WHERE applicant_id = new.applicant_id ORDER BY position DESC LIMIT 1)
  WHERE id = new.applicant_id;
END;
CREATE TRIGGER status_history_removed AFTER DELETE ON status_history BEGIN
  UPDATE applicants SET stage_since =
    (SELECT created_at FROM status_history WHERE applicant_id = old.applicant_id ORDER BY position DESC LIMIT 1)
  WHERE id = old.applicant_id;
END;
CREATE INDEX applicants_by_stage ON applicants (status, stage_since, id) WHERE anonymised_at IS NULL;
DROP INDEX applicants_by_retention;
