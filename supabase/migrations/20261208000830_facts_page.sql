-- The page of all figures is counted among the visits.
insert into private.route_patterns (pattern) values ('/facts');
