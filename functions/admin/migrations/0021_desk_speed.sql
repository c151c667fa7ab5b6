-- Lists of the desk: visas by their last day, for applications whose retention ends; and mails that are not sent.
CREATE INDEX visas_by_end ON visas (valid_to) WHERE revoked_at IS NULL;
CREATE INDEX mails_not_sent ON mails (made_at) WHERE state <> 'sent';
