-- A worker that was late with its failure let go of the mail that another had taken meanwhile, and a third sent it again.
drop function public.finish_email(uuid, text, text);
create function public.finish_email(email_id uuid, failure text default null, failure_kind text default 'temporary', attempt integer default null) returns void
language sql volatile set search_path = '' as $$
  update public.email_outbox set
    status = ending.status,
    sent_at = case when ending.status = 'sent' then now() end,
    last_error = left(failure, 500),
    last_failure = case when failure is not null then failure_kind end,
    locked_until = null,
    -- 1, 2, 4 ... minutes, at most an hour, for a day.
    next_attempt_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(attempts, 7) - 1)),
    html = case when ending.status = 'queued' then html else '' end,
    text_body = case when ending.status = 'queued' then text_body else '' end,
    content = case when ending.status = 'queued' or ending.status = 'abandoned' and kind in ('marketing', 'account_deletion_requested') then content end
  from (
    select mails.id, case when failure is null then 'sent' when failure_kind = 'permanent' or mails.created_at < now() - interval '24 hours' then 'abandoned' else 'queued' end as status
    from public.email_outbox as mails where mails.id = email_id and mails.status = 'queued'
      and (failure is null or attempt is null or mails.attempts = attempt)
  ) as ending
  where email_outbox.id = ending.id
$$;
comment on function public.finish_email(uuid, text, text, integer) is
  'Records how sending ended: sent, to be tried again later, or given up. With the attempt that was taken, a failure counts only while no later one has begun. What is done keeps no text, because mails carry one-time links; a mail without one that was given up keeps what it says, so that it can be sent again.';
revoke execute on function public.finish_email(uuid, text, text, integer) from public, anon, authenticated;
grant execute on function public.finish_email(uuid, text, text, integer) to service_role;
