-- Names with letters such as o with a stroke are found by plain letters too: the words are cut anew.
INSERT INTO words (words) VALUES ('rebuild');
