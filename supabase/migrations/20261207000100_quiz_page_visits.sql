-- The pages of knowledge tests and certificates are counted like every other page of the academy [7-22].
insert into private.route_patterns (pattern) values
  ('/courses/:courseId/quizzes/:quizId'),
  ('/courses/:courseId/quizzes/:quizId/attempts/:attemptId'),
  ('/courses/:courseId/certificate'),
  ('/certificates'),
  ('/certificates/:number');
