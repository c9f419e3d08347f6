-- The confidence of an analysis or a judged move was called selectivity. In a JSON string the quotes of the key would
-- be escaped, so that only keys match.
UPDATE analyses SET found = replace(found, '"selectivity":', '"confidence":') WHERE found LIKE '%"selectivity":%';
UPDATE job_parts SET found = replace(found, '"selectivity":', '"confidence":') WHERE found LIKE '%"selectivity":%';
