-- The few addresses whose domain an earlier version stored in its own letters, for the sweep that rewrites them.
CREATE INDEX applicants_with_unicode_address ON applicants (email_key) WHERE email_key GLOB '*@*[^ -~]*';
CREATE INDEX left_addresses_with_unicode ON left_addresses (email_key) WHERE email_key GLOB '*@*[^ -~]*';
