create table private.campaigns (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  kind text not null default 'service' check (kind in ('service', 'marketing')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'paused', 'cancelled', 'done')),
  subject text not null default '' check (char_length(subject) <= 150 and subject !~ '[[:cntrl:]]'),
  body jsonb not null default '{"type": "doc", "content": []}',
  audience jsonb not null default '{"match": "all", "rules": []}',
  in_academy boolean not null default true,
  per_minute integer not null default 300 check (per_minute between 1 and 12000),
  quiet_from time default '21:00',
  quiet_to time default '08:00',
  occasion text unique check (occasion in ('welcome', 'unfinished', 'certificate', 'review')),
  after_days integer check (after_days between 1 and 60),
  starts_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  next_at timestamptz not null default now(),
  version integer not null default 1,
  author_id uuid references public.admin_users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint campaigns_quiet_check check ((quiet_from is null) = (quiet_to is null)),
  constraint campaigns_scheduled_check check (state <> 'scheduled' or starts_at is not null)
);
comment on table private.campaigns is
  'One text to many students. A draft is written, then sent to everyone its audience finds; one with an occasion is sent to each student whom the occasion meets, as long as it is on.';
comment on column private.campaigns.quiet_from is 'Between these hours on the clock in Israel nothing is sent; null means at any hour.';
comment on column private.campaigns.occasion is 'What makes it automatic; sending means on, draft and paused mean off.';
comment on column private.campaigns.next_at is 'When the next mail may leave: what keeps it to so many a minute, whatever the number of workers.';
create index campaigns_author_id_idx on private.campaigns (author_id);
create index campaigns_created_at_idx on private.campaigns (created_at desc, id);
create index campaigns_active_idx on private.campaigns (next_at) where state in ('scheduled', 'sending');
alter table private.campaigns enable row level security;

create table private.campaign_recipients (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references private.campaigns on delete cascade,
  user_id uuid not null references public.users on delete cascade,
  occasion_key text not null default '' check (char_length(occasion_key) <= 100),
  details jsonb not null default '{}',
  state text not null default 'waiting' check (
    state in ('waiting', 'sending', 'sent', 'failed', 'refused', 'bounced', 'skipped', 'unconfirmed')),
  reason text check (char_length(reason) <= 300),
  attempts integer not null default 0,
  refusals integer not null default 0,
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  settled_at timestamptz,
  read_at timestamptz,
  queued_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (campaign_id, user_id, occasion_key)
);
comment on table private.campaign_recipients is
  'Who gets a campaign, each once, and the one state that is true: waiting, sending, sent, failed (refused for now too often), refused (for good), bounced (came back later), skipped (was not to get it), unconfirmed (handed over, and nobody said whether it was taken).';
comment on column private.campaign_recipients.attempts is 'How often it was taken to be sent; what a sender reports counts for the taking it belongs to.';
comment on column private.campaign_recipients.read_at is 'When the student read it in the academy.';
comment on column private.campaign_recipients.queued_at is 'From when on it is tried, for three days.';
create index campaign_recipients_user_id_idx on private.campaign_recipients (user_id, created_at desc);
create index campaign_recipients_due_idx on private.campaign_recipients (campaign_id, due_at, id) where state = 'waiting';
create index campaign_recipients_sending_idx on private.campaign_recipients (claimed_at) where state = 'sending';
create index campaign_recipients_state_idx on private.campaign_recipients (campaign_id, state, id);
alter table private.campaign_recipients enable row level security;

create table private.muted_notifications (
  user_id uuid not null references public.users on delete cascade,
  kind text not null check (kind in ('news', 'welcome', 'unfinished', 'certificate', 'review')),
  muted_at timestamptz not null default now(),
  primary key (user_id, kind)
);
comment on table private.muted_notifications is
  'What a student does not want to be told, by kind; news are campaigns that a member of the staff wrote as marketing.';
alter table private.muted_notifications enable row level security;

create view private.export_notifications with (security_invoker = true) as
  select recipients.user_id as person, recipients.created_at, campaigns.kind, campaigns.subject, recipients.state, recipients.settled_at,
    recipients.read_at
  from private.campaign_recipients as recipients join private.campaigns on campaigns.id = recipients.campaign_id;

create view private.export_muted_notifications with (security_invoker = true) as
  select user_id as person, muted_at, kind from private.muted_notifications;

create function private.is_quiet(at timestamptz, quiet_from time, quiet_to time) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case when quiet_from <= quiet_to then clock >= quiet_from and clock < quiet_to
    else clock >= quiet_from or clock < quiet_to end, false)
  from (select (at at time zone 'Asia/Jerusalem')::time as clock) as israel
$$;
comment on function private.is_quiet(timestamptz, time without time zone, time without time zone) is
  'Whether the clock in Israel is between two hours, over midnight where the second is the earlier one; never where they are null.';

create function private.why_not_sent(kind text, occasion text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$case
    when not users.is_active then 'closed'
    when not users.email_verified then 'unverified'
    when %1$L = 'marketing' and users.deletion_due_at is not null then 'leaving'
    when %1$L = 'marketing' and not users.marketing_consent then 'no consent'
    when exists (select from public.email_suppressions as held where held.address = users.email
      and (%1$L = 'marketing' or held.reason in ('bounced', 'complained', 'added'))) then 'suppressed'
    when exists (select from private.muted_notifications as muted where muted.user_id = users.id and muted.kind = %2$L) then 'muted'
    end$sql$, kind, coalesce(occasion, case kind when 'marketing' then 'news' else '' end))
$$;
comment on function private.why_not_sent(text, text) is
  'The expression, over a row of users, that says why a student gets no campaign of a kind; null for one who does. The one place of this rule: who is counted, who is queued and who is sent to ask it.';
