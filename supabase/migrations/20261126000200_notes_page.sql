-- The page with all notes of a student is counted as the others are.
insert into private.route_patterns (pattern) values ('/dashboard/notes');
