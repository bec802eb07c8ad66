-- The two triggers before the merge mark what an update names; a mark never stays in the table (decision 0040).
alter table public.user_progress add constraint user_progress_watched_ranges_check check (watched_ranges like '{%}');
comment on trigger user_progress_update_1_said_ranges on public.user_progress is
  'Marks ranges that the update names, also when they are those of the row already.';
comment on trigger user_progress_update_2_said_position on public.user_progress is
  'Marks an update that names a position and no ranges: it counts as watched from the start to there.';
