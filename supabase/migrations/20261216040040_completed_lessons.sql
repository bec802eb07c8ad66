-- Who completed a lesson is asked of thousands of students at once (the list behind the funnel); most rows of a student
-- are of lessons that were begun.
create index user_progress_completed_idx on public.user_progress (user_id) where completed;
