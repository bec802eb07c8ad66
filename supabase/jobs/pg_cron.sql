-- Written by `npm run jobs`: what a hosted project does by the clock. Run it again after every upgrade.
-- It needs the extensions pg_cron and pg_net, and two secrets in the vault: project_url and secret_key.
begin;

do $$
begin
  if (select count(*) from vault.decrypted_secrets where name in ('project_url', 'secret_key')) < 2 then
    raise 'project_url and secret_key are not in the vault: docs/supabase.md, "Jobs"';
  end if;
end $$;

select cron.unschedule(jobname) from cron.job
where jobname in ('deliver-mail', 'quiz-attempts', 'show-and-hide-content', 'delete-accounts', 'forget-registrations', 'forget-old-rows', 'sum-up-visits', 'sum-up-days')
  or jobname like 'academy: %' and jobname not in ('academy: deliver the mails of the product', 'academy: send campaigns', 'academy: meet the occasions of campaigns', 'academy: show and hide what is due', 'academy: delete accounts that are due', 'academy: forget registrations', 'academy: forget old rows', 'academy: sum up visits', 'academy: sum up analytics', 'academy: mail the figures of the week', 'academy: sum up days', 'academy: score tests whose time is over', 'academy: note the end of the audit log', 'academy: forget how jobs went');

select cron.schedule('academy: deliver the mails of the product', '5 seconds', $job$
  select net.http_post(
    url := (select rtrim(decrypted_secret, '/') from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/deliver-mail',
    headers := (select jsonb_build_object('content-type', 'application/json', 'apikey', decrypted_secret)
      from vault.decrypted_secrets where name = 'secret_key'),
    body := '{}',
    timeout_milliseconds := 60000)
$job$);

select cron.schedule('academy: send campaigns', '5 seconds', $job$
  select net.http_post(
    url := (select rtrim(decrypted_secret, '/') from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/deliver-campaigns',
    headers := (select jsonb_build_object('content-type', 'application/json', 'apikey', decrypted_secret)
      from vault.decrypted_secrets where name = 'secret_key'),
    body := '{}',
    timeout_milliseconds := 60000)
$job$);

select cron.schedule('academy: meet the occasions of campaigns', '* * * * *', $job$
  select public.queue_occasions()
$job$);

select cron.schedule('academy: show and hide what is due', '2 seconds', $job$
  select public.run_content_schedules()
$job$);

select cron.schedule('academy: delete accounts that are due', '17 * * * *', $job$
  select public.purge_deleted_accounts()
$job$);

select cron.schedule('academy: forget registrations', '27 * * * *', $job$
  select public.forget_registrations()
$job$);

select cron.schedule('academy: forget old rows', '47 * * * *', $job$
  select public.forget_old_rows()
$job$);

select cron.schedule('academy: sum up visits', '37 * * * *', $job$
  select public.sum_up_visits()
$job$);

select cron.schedule('academy: sum up analytics', '*/5 * * * *', $job$
  select public.sum_up_analytics()
$job$);

select cron.schedule('academy: mail the figures of the week', '3 * * * *', $job$
  select public.queue_weekly_mails()
$job$);

select cron.schedule('academy: sum up days', '* * * * *', $job$
  select public.sum_up_days()
$job$);

select cron.schedule('academy: score tests whose time is over', '* * * * *', $job$
  select net.http_post(
    url := (select rtrim(decrypted_secret, '/') from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/quiz-attempts',
    headers := (select jsonb_build_object('content-type', 'application/json', 'apikey', decrypted_secret)
      from vault.decrypted_secrets where name = 'secret_key'),
    body := '{"action":"score"}',
    timeout_milliseconds := 60000)
$job$);

select cron.schedule('academy: note the end of the audit log', '*/10 * * * *', $job$
  do $log$ begin raise log 'audit anchor: %', public.audit_anchor(); end $log$
$job$);

select cron.schedule('academy: forget how jobs went', '7 * * * *', $job$
  delete from cron.job_run_details where end_time < now() - interval '1 day'
$job$);

commit;
