-- Names with ø, ł, þ and the like are found by plain letters too.
INSERT INTO words (words) VALUES ('rebuild');
