-- The pages of one's own questions and of rating an answer are counted like every other page of the academy [7-22].
insert into private.route_patterns (pattern) values
  ('/answer-rating'),
  ('/support'),
  ('/support/:ticketId');
