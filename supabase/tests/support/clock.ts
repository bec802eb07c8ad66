/** What the extensions of a hosted project offer to the schedules, by the names and arguments of their own. */
export const CLOCK = `
  create schema cron; create schema net; create schema if not exists vault;
  create table cron.job (jobid bigserial primary key, jobname text unique, schedule text, command text, active boolean not null default true);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
    insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
    on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning jobid $$;
  create function cron.unschedule(job_name text) returns boolean language sql as $$
    delete from cron.job where jobname = $1 returning true $$;
  create table cron.job_run_details (jobid bigint, status text, end_time timestamptz);
  create table net.sent (url text, body jsonb, headers jsonb);
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
    timeout_milliseconds integer default 5000) returns bigint language sql as $$
    insert into net.sent values ($1, $2, $4); select 1::bigint $$;
  create table net._http_response (status_code integer, created timestamptz not null default now());
  create table vault.decrypted_secrets (name text, decrypted_secret text);`
