import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, newEmail, RELAXED, startAuthServer } from '../../support/auth.ts'

const MIGRATION = `
create function public.words(request jsonb) returns jsonb language plpgsql as $$
begin
  case request ->> 'user_agent'
    when 'broken' then perform 1 / 0;
    when 'slow' then perform pg_sleep(5);
    when 'text' then return '"x"';
    else null;
  end case;
  return jsonb_build_object('From', request ->> 'user_agent', 'Token', 'forged', 'Number', 5,
    'Known', request ? 'ip_address' and request ->> 'recipient' like '%@%' and request ? 'redirect_to' and (request ->> 'requested_at')::timestamptz > now() - interval '1 minute');
end $$;
grant execute on function public.words(jsonb) to supabase_auth_admin;
`
const CONFIG = `${RELAXED.replace('[auth.email]', '[auth.email]\nrequest_variables = "pg-functions://postgres/public/words"')}
[auth.email.template.magic_link]
subject = "Link{{ if .From }} for {{ .From }}{{ end }}"
content_path = "./project/link.html"
`
const TEMPLATE = '<p>{{ .Token }}|{{ if .From }}{{ .From }}{{ else }}nobody{{ end }}|{{ .Number }}|{{ .Known }}</p>'

let server: AuthServer
let warnings: string[] = []
beforeAll(async () => {
  server = await startAuthServer({
    config: CONFIG,
    migrations: { '0001_words.sql': MIGRATION },
    files: { 'link.html': TEMPLATE },
    log: ({ level, message }) => level === 'warn' && warnings.push(message),
  })
})
afterAll(() => server?.close())

/** The words of the mail that a request with this user agent leads to. */
async function mailFor(agent: string) {
  warnings = []
  const { email } = await server.person(newEmail())
  const response = await fetch(`${server.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: server.supabase.anonKey, 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email }),
  })
  expect(response.status).toBe(200)
  return server.lastMail(email)
}

test('the project’s function says who asked; it is escaped, and replaces nothing of the mail’s own', async () => {
  const { html, subject } = await mailFor('Firefox <i>')
  expect(html).toMatch(/^<p>\d{6}\|Firefox &#60;i&#62;\|\|<\/p>$/)
  expect(subject).toBe('Link for Firefox <i>')
})

test.each(['broken', 'slow', 'text'])('a function that is %s costs the words, not the mail', async (agent) => {
  const { html, subject } = await mailFor(agent)
  expect(html).toMatch(/^<p>\d{6}\|nobody\|\|<\/p>$/)
  expect(subject).toBe('Link')
  expect(warnings).toHaveLength(agent === 'text' ? 0 : 1)
})

test('an address that is no function is refused at the start', async () => {
  const config = RELAXED.replace('[auth.email]', '[auth.email]\nrequest_variables = "https://elsewhere"')
  await expect(startAuthServer({ config })).rejects.toThrow('request_variables')
})
