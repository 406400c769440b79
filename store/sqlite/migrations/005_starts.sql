-- A record whose own start does not hold has no start: earlier versions stored that of its variant.
UPDATE contents SET start = '' WHERE final = '';
UPDATE verifications SET start = '' WHERE final = '';
