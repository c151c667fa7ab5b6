-- A passport number is found with its letters O as zeros, too, and so is another application of the same person.

INSERT OR IGNORE INTO search_keys (key, applicant_id)
SELECT replace(key, 'o', '0'), applicant_id FROM search_keys
WHERE instr(key, 'o') > 0 AND key GLOB '*[0-9]*' AND substr(key, 1, 1) <> '#';

UPDATE search_keys SET key = replace(key, 'o', '0') WHERE key GLOB '#p*' AND instr(key, 'o') > 0 AND key GLOB '*[0-9]*';

UPDATE applicants SET search_text =
  (SELECT group_concat(key, ' ') FROM search_keys WHERE applicant_id = applicants.id AND substr(key, 1, 1) <> '#')
WHERE id IN (SELECT applicant_id FROM search_keys
  WHERE instr(key, 'o') > 0 AND key GLOB '*[0-9]*' AND substr(key, 1, 1) <> '#');
