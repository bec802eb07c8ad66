-- Staff read of people what the functions of their screens give them: masked, rounded, and with a line in the log.
revoke select on public.email_suppressions, public.page_view_days, public.page_views, public.progress_flags from authenticated;
drop policy email_suppressions_select_notifier on public.email_suppressions;
drop policy page_view_days_select_analyst on public.page_view_days;
drop policy page_views_select_analyst on public.page_views;
drop policy progress_flags_select_students on public.progress_flags;

drop policy app_settings_select_manager on public.app_settings;
drop policy app_settings_select_public on public.app_settings;
create policy app_settings_select_public on public.app_settings for select to anon, authenticated
  using (is_public);

drop policy course_completions_select_own_or_viewer on public.course_completions;
create policy course_completions_select_own on public.course_completions for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active_student()));

drop policy user_progress_select_own_or_viewer on public.user_progress;
create policy user_progress_select_own on public.user_progress for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active_student()));

drop policy record_views_select_own_or_settings on public.record_views;
create policy record_views_select_own on public.record_views for select to authenticated
  using (student_id = (select auth.uid()) and (select private.is_active_student()));

-- Columns that no page asks for.
revoke select (decided_at) on public.access_requests from authenticated;
revoke select (name, email, channel, updated_at, satisfaction_at) on public.support_tickets from authenticated;
revoke select (author_kind) on public.support_messages from authenticated;
revoke update (query) on public.saved_views from authenticated;
-- Numbers of rows are drawn by the tables themselves.
revoke all on all sequences in schema public, private from anon, authenticated;
revoke execute on function private.second_step_done() from authenticated;

-- What is decided is listed by `list_decided_requests`; an invitation that was answered is in the log of the team.
alter policy access_requests_select_viewer on public.access_requests
  using (status = 'open' and (select private.has_permission('students.view')));
alter policy invitation_history_select_viewer on public.invitation_history
  using (status = 'pending' and (select private.has_permission('users.view', 'users.manage')));
