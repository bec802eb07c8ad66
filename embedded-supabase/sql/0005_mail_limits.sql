-- What a stranger can cause must not silence a person: a part of each mailbox's mails is kept for signing in, mail
-- variants count as one mailbox only where the provider says so, and the last code lives until the next can come.
alter table auth.one_time_tokens add column code_kept_until timestamptz;
comment on column auth.one_time_tokens.code_kept_until is
  'Until when the code is good although its time is over: no other mail could be asked for. Never longer than the link.';

create or replace function mail.mailbox_of(address text) returns text language sql immutable set search_path = '' as $$
  select coalesce(nullif(
      case when domain in ('gmail.com', 'googlemail.com') then replace(untagged, '.', '')
        when domain ~ '^(outlook|hotmail|live|fastmail|icloud|me|mac|proton|protonmail|pm)\.(com|me|fm|co\.il)$' then untagged
        else local end, ''), local)
    || '@' || case when domain = 'googlemail.com' then 'gmail.com' else domain end
  from (select split_part(lower(address), '@', 1) as local, split_part(lower(address), '@', 2) as domain) as parts,
    lateral (select regexp_replace(local, '\+.*$', '') as untagged) as short
$$;
comment on function mail.mailbox_of(text) is
  'The mailbox behind an address, for limits only: without +tag and dots where the provider ignores them, so that its variants share one limit and no other address does.';

create or replace function mail.count_mail_to(address text, out this_hour integer, out today integer)
language plpgsql volatile set search_path = '' as $$
begin
  with counted as (
    insert into auth.rate_limits as r (key, points, expires_at)
    select kind || ':' || left(encode(sha256(convert_to(mail.mailbox_of(address), 'UTF8')), 'hex'), 32), 1, now() + span
    from (values ('mailbox-day', interval '1 day'), ('mailbox-hour', interval '1 hour'),
      ('mailbox-other-day', interval '1 day'), ('mailbox-other-hour', interval '1 hour')) as spans (kind, span) order by kind
    on conflict (key) do update set
      points = case when r.expires_at <= now() then 1 else r.points + 1 end,
      expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
    returning key, points)
  select max(points + case when key like 'mailbox-other-%' then 1 else 0 end) filter (where key ~ '-hour:'),
    max(points + case when key like 'mailbox-other-%' then 4 else 0 end) filter (where key ~ '-day:')
  into this_hour, today from counted;
  if this_hour > 5 or today > 20 then
    raise exception using errcode = 'P0005';
  end if;
exception when sqlstate 'P0005' then
  null; -- Nothing was counted, because nothing will be sent; the figures say so.
end $$;
comment on function mail.count_mail_to(text) is
  'For the project''s own mails: counts one to the mailbox in the same limit as those of sign-in, five an hour and twenty a day, of which one and four are kept for signing in. Answers how many there were, this one and the kept ones included; a mail beyond the limit is not counted.';
