-- What takes or makes something that reaches people, changes what visitors see or destroys what cannot be had back gives
-- nothing while it is held; callers get the answer of a time in which nothing is due.
drop function public.claim_emails(integer);
create function public.claim_emails(batch_size integer default 10, caught boolean default false) returns setof public.email_outbox
language sql volatile set search_path = '' as $$
  update public.email_outbox set attempts = attempts + 1, locked_until = now() + interval '2 minutes'
  where id in (
    select due.id from public.email_outbox as due
    where due.status = 'queued' and due.next_attempt_at <= now() and (due.locked_until is null or due.locked_until < now())
      and (caught or not public.is_outgoing_held('mails'))
    order by due.next_attempt_at limit least(greatest(batch_size, 0), 100) for update skip locked)
  returning *
$$;
comment on function public.claim_emails(integer, boolean) is
  'Takes due mails for two minutes, so that any number of workers can share the queue; none while mails are held. caught: the mail server delivers nothing and only shows what it got, so that what is held may go there.';
revoke execute on function public.claim_emails(integer, boolean) from public, anon, authenticated;
grant execute on function public.claim_emails(integer, boolean) to service_role;

create or replace function public.campaign_turn(settled jsonb, wanted integer) returns json
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('campaigns')
    then (private.campaign_turn(settled, 0)::jsonb || '{"wait_ms": null}')::json
    else private.campaign_turn(settled, wanted) end;
end;

create or replace function public.run_campaigns() returns json
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('campaigns') then '{"started": 0, "unconfirmed": 0, "ended": 0}'
    else private.run_campaigns() end;
end;

create or replace function public.queue_occasions() returns integer
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('campaigns') then 0 else private.queue_occasions() end;
end;

create or replace function public.queue_weekly_mails() returns integer
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('mails') then 0 else private.queue_weekly_mails(now()) end;
end;

create or replace function public.run_content_schedules() returns integer
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('schedules') then 0 else private.run_content_schedules() end;
end;

create or replace function public.purge_deleted_accounts(batch_size integer default 20) returns integer
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('deletions') then 0 else private.purge_deleted_accounts(batch_size) end;
end;

-- The stored files may be those of the academy that was backed up, where both name the same bucket elsewhere.
create or replace function public.take_removed_media() returns jsonb
language sql volatile set search_path = '' begin atomic
  select case when not private.is_outgoing_held() then private.take_removed_media() end;
end;

create or replace function public.stale_uploads() returns jsonb
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held() then '[]' else private.stale_uploads() end;
end;
