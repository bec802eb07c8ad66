-- The tables of GoTrue that this server uses, with GoTrue's names and columns.
create table auth.users (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  aud varchar(255) default 'authenticated',
  role varchar(255) default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) default '',
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb default '{}',
  raw_user_meta_data jsonb default '{}',
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index users_email_partial_key on auth.users (email) where not is_sso_user;
create index users_created_at_idx on auth.users (created_at);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  unique (provider_id, provider)
);
create index identities_user_id_idx on auth.identities (user_id);

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz,
  last_totp_step bigint
);
create unique index mfa_factors_user_friendly_name_key on auth.mfa_factors (user_id, friendly_name) where trim(friendly_name) <> '';
create index mfa_factors_user_id_created_at_idx on auth.mfa_factors (user_id, created_at);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at desc);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factor_id uuid references auth.mfa_factors on delete set null,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet
);
create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_factor_id_idx on auth.sessions (factor_id);

create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  unique (session_id, authentication_method)
);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token varchar(255) not null unique,
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid references auth.sessions on delete set null,
  parent varchar(255),
  salt text not null default '',
  revoked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column auth.refresh_tokens.token is 'SHA-256 of the token in hex; the token itself is known to the client only.';
comment on column auth.refresh_tokens.salt is 'With the parent token and the key of the server it makes this token again, for a client that lost the answer.';
comment on column auth.refresh_tokens.session_id is 'Null when the session has ended: the token is then known, but worth nothing.';
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_user_id_idx on auth.refresh_tokens (user_id);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (token_type in ('confirmation_token', 'reauthentication_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token')),
  token_hash text not null unique check (token_hash <> ''),
  code_hash text not null,
  relates_to text not null,
  flow_state_id uuid,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, token_type)
);
comment on column auth.one_time_tokens.token_hash is 'SHA-256 of the token in the mailed link.';
comment on column auth.one_time_tokens.code_hash is 'Keyed hash of the typed code, bound to the user, the purpose and the address.';
comment on column auth.one_time_tokens.attempts is 'Codes tried against this token; a few wrong ones end the code, not the link.';
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code text not null default '',
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  code_challenge text not null,
  provider_type text not null default 'email',
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column auth.flow_state.auth_code is 'SHA-256 of the code that the client exchanges; empty until the mail was confirmed.';
alter table auth.one_time_tokens add foreign key (flow_state_id) references auth.flow_state on delete set null;
create index flow_state_auth_code_idx on auth.flow_state (auth_code);
create index flow_state_user_id_idx on auth.flow_state (user_id);
create index flow_state_created_at_idx on auth.flow_state (created_at);

create table auth.rate_limits (
  key text primary key,
  points integer not null,
  expires_at timestamptz not null
);
comment on table auth.rate_limits is 'Counters of the limits per address, per mailbox and per identifier; they survive a restart.';
create index rate_limits_expires_at_idx on auth.rate_limits (expires_at);

create table auth.told_identifiers (
  caller text not null,
  subject text not null,
  told_at timestamptz not null default now(),
  primary key (caller, subject)
);
comment on table auth.told_identifiers is
  'Which identifiers a caller was told about, hashed: a few in an hour, afterwards answers no longer tell.';
create index told_identifiers_told_at_idx on auth.told_identifiers (told_at);

grant all on all tables in schema auth to supabase_auth_admin;
grant all on all sequences in schema auth to supabase_auth_admin;
