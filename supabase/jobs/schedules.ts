import { ANCHOR, JOBS, type Job } from '../functions/_shared/jobs.ts'

/** What the names of the academy's jobs begin with. */
export const PREFIX = 'academy: '
/** What the page on hosted projects named before this file was. */
const FORMER = [
  ...['deliver-mail', 'quiz-attempts', 'show-and-hide-content', 'delete-accounts', 'forget-registrations'],
  ...['forget-old-rows', 'sum-up-visits', 'sum-up-days'],
]

/**
 * When pg_cron runs a job: `n seconds` or a pattern of minutes, which has no seconds (github.com/citusdata/pg_cron).
 * @param schedule a pattern of cron with seconds before it; the second of a minute is dropped
 */
export function cronSchedule(schedule: string): string {
  const [seconds = '', ...minutes] = schedule.split(' ')
  const every = /^\*\/([1-5]?\d)$/.exec(seconds)?.[1]
  return every && minutes.every((part) => part === '*') ? `${every} seconds` : minutes.join(' ')
}

/** The statement that a job runs; functions are called over the network, with the secret key of the vault. */
function command({ path, body = {} }: Job): string {
  // Who may write a table can change its rows, but no line of the server's log.
  if (path === ANCHOR) return `do $log$ begin raise log 'audit anchor: %', public.audit_anchor(); end $log$`
  const rpc = /^\/rest\/v1\/rpc\/(\w+)$/.exec(path)?.[1]
  if (rpc) return `select public.${rpc}()`
  return `select net.http_post(
    url := (select rtrim(decrypted_secret, '/') from vault.decrypted_secrets where name = 'project_url') || '${path}',
    headers := (select jsonb_build_object('content-type', 'application/json', 'apikey', decrypted_secret)
      from vault.decrypted_secrets where name = 'secret_key'),
    body := '${JSON.stringify(body)}',
    timeout_milliseconds := 60000)`
}

/** pg_cron keeps a row of every run, some 80,000 a day, and forgets none by itself. */
const FORGET_RUNS = {
  name: `${PREFIX}forget how jobs went`,
  schedule: '7 * * * *',
  command: `delete from cron.job_run_details where end_time < now() - interval '1 day'`,
}

/** Every job as pg_cron keeps it. */
export const cronJobs = (): { name: string; schedule: string; command: string }[] => [
  ...Object.entries<Job>(JOBS).map(([name, job]) => ({
    name: PREFIX + name,
    schedule: cronSchedule(job.schedule),
    command: command(job),
  })),
  FORGET_RUNS,
]

/** The statements that schedule every job with pg_cron, as often as they are run, and end those that are no more. */
export function pgCronStatements(): string {
  const jobs = cronJobs()
  const schedules = jobs.map(
    ({ name, schedule, command }) => `select cron.schedule('${name}', '${schedule}', $job$
  ${command}
$job$);`,
  )
  const quoted = (names: string[]) => names.map((name) => `'${name}'`).join(', ')
  return `-- Written by \`npm run jobs\`: what a hosted project does by the clock. Run it again after every upgrade.
-- It needs the extensions pg_cron and pg_net, and two secrets in the vault: project_url and secret_key.
begin;

do $$
begin
  if (select count(*) from vault.decrypted_secrets where name in ('project_url', 'secret_key')) < 2 then
    raise 'project_url and secret_key are not in the vault: docs/supabase.md, "Jobs"';
  end if;
end $$;

select cron.unschedule(jobname) from cron.job
where jobname in (${quoted(FORMER)})
  or jobname like '${PREFIX}%' and jobname not in (${quoted(jobs.map(({ name }) => name))});

${schedules.join('\n\n')}

commit;
`
}
