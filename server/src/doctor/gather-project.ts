import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { DatabaseFacts } from './facts.ts'
import { type AcademyState, academyFacts, demoCourses, migrationsAfter } from './gather-academy.ts'
import type { ProjectFacts, ProjectState, SignInFacts } from './project-facts.ts'

const ANSWER_MS = 10_000
const HIDDEN_SCHEMAS = ['private', 'auth', 'storage', 'vault', 'cron', 'net', 'extensions']
const REFUSED_SCHEMA = 406
/** A host that nobody has (RFC 2606). */
const FOREIGN = 'https://redirect-probe.invalid/'
/** As the callback page's addresses are: the name of a request has 64 digits. */
const CALLBACK = `/auth/callback?n=${'0'.repeat(64)}&for=signin`

type Place = NonNullable<Config['remoteSupabase']> & Pick<Config, 'siteUrl' | 'projectDirectory'>

/** Asks a project without changing anything in it. @throws where it does not answer at all */
export async function gatherProject(
  place: Place,
): Promise<{ project: ProjectFacts; database: DatabaseFacts | undefined }> {
  const ask = askOf(place.url)
  const { anonKey, serviceRoleKey } = place
  const state = (key: string) => readState(ask, key)
  const [own, visitors] = await Promise.all([serviceRoleKey ? state(serviceRoleKey) : undefined, state(anonKey)])
  const seen = await ask('/rest/v1/app_settings?select=key&limit=1', { headers: { apikey: anonKey } })
  const project: ProjectFacts = {
    keys: {
      publishable: visitors.state ? 'exchanged' : seen.ok ? 'works' : 'refused',
      secret: own ? (own.status === 401 ? 'refused' : 'works') : 'missing',
    },
    stateFailure: own && !own.state && own.status !== 401 ? `${own.status} ${own.text.slice(0, 200)}` : undefined,
    exposedSchemas: await exposedSchemas(ask, anonKey),
    signIn: await orNothing(askSignIn(ask, place)),
    functions: await askFunctions(ask, place),
    mailProblem: serviceRoleKey ? await orNothing(askMail(ask, serviceRoleKey)) : undefined,
    state: own?.state,
  }
  return { project, database: own?.state && databaseFacts(own.state, place.projectDirectory) }
}

/** A service that does not answer, or not in its form, is a finding of its own and stops no other question. */
const orNothing = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> => asked.catch(() => undefined)

type Ask = (path: string, init?: RequestInit) => Promise<Response>

const askOf =
  (url: string): Ask =>
  (path, init = {}) =>
    fetch(`${url}${path}`, { redirect: 'error', ...init, signal: AbortSignal.timeout(ANSWER_MS) })

type State = ProjectState & AcademyState & { time: string; migrations: { version: string }[] | null }

async function readState(ask: Ask, apikey: string): Promise<{ status: number; text: string; state?: State }> {
  const response = await ask('/rest/v1/rpc/project_state', {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ demo_courses: await demoCourses() }),
  })
  const text = await response.text()
  return { status: response.status, text, ...(response.ok && { state: JSON.parse(text) as State }) }
}

const databaseFacts = (state: State, projectDirectory: string): DatabaseFacts => ({
  unsafe: [],
  time: new Date(state.time),
  pendingMigrations: migrationsAfter(state.migrations?.map(({ version }) => version) ?? [], projectDirectory),
  ...academyFacts(state),
})

async function exposedSchemas(ask: Ask, apikey: string): Promise<string[]> {
  const answers = HIDDEN_SCHEMAS.map(async (schema) => {
    const headers = { apikey, 'accept-profile': schema }
    return (await ask('/rest/v1/none?limit=0', { headers })).status === REFUSED_SCHEMA ? [] : [schema]
  })
  return (await Promise.all(answers)).flat()
}

type AuthSettings = {
  external: Record<string, boolean>
  disable_signup: boolean
  mailer_autoconfirm: boolean
  saml_enabled?: boolean
}

async function askSignIn(ask: Ask, { anonKey, siteUrl }: Place): Promise<SignInFacts | undefined> {
  const response = await ask('/auth/v1/settings', { headers: { apikey: anonKey } })
  if (!response.ok) return undefined
  const { external, disable_signup, mailer_autoconfirm, saml_enabled } = (await response.json()) as AuthSettings
  const { email = false, ...others } = { ...external, saml: saml_enabled ?? false }
  const callback = `${siteUrl}${CALLBACK}`
  const [own, foreign] = [await whereLinksLead(ask, callback), await whereLinksLead(ask, FOREIGN)]
  return {
    email,
    signUp: !disable_signup,
    confirmations: !mailer_autoconfirm,
    otherProviders: Object.keys(others).filter((name) => others[name as keyof typeof others]),
    callbackLeadsTo: isAt(own, callback) ? undefined : (own ?? 'nowhere'),
    leadsAnywhere: isAt(foreign, FOREIGN),
  }
}

/** Whether an address is the wanted one, whatever the service added to its query and behind it. */
function isAt(location: string | undefined, wanted: string): boolean {
  if (!location || !URL.canParse(location)) return false
  const [at, to] = [new URL(location), new URL(wanted)]
  const isSame = at.origin === to.origin && at.pathname === to.pathname
  return isSame && [...to.searchParams].every(([name, value]) => at.searchParams.get(name) === value)
}

/** Where a link that has long been used would lead; a page of the site that redeems links names it in `to`. */
async function whereLinksLead(ask: Ask, target: string): Promise<string | undefined> {
  const query = new URLSearchParams({ token: 'doctor', type: 'magiclink', redirect_to: target })
  const location = (await ask(`/auth/v1/verify?${query}`, { redirect: 'manual' })).headers.get('location')
  return location ? (new URL(location).searchParams.get('to') ?? location) : undefined
}

/** Calls every function of the repository with the key of visitors and no body, which each refuses before it does anything. */
async function askFunctions(ask: Ask, { anonKey, projectDirectory }: Place): Promise<ProjectFacts['functions']> {
  const folder = join(projectDirectory, 'functions')
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.ts')))
  const answers = names.map(async (name) => {
    const response = await orNothing(ask(`/functions/v1/${name}`, { method: 'POST', headers: { apikey: anonKey } }))
    const isVerifying = response?.status === 401 && (await isOfGateway(response))
    return { name, status: response?.status, isVerifying }
  })
  const found = await Promise.all(answers)
  const those = (isSo: (answer: (typeof found)[number]) => boolean) => found.filter(isSo).map(({ name }) => name)
  return {
    missing: those(({ status }) => status === 404),
    verifying: those(({ isVerifying }) => isVerifying),
    failing: those(({ status }) => status === undefined || status >= 500),
  }
}

/** Whether the platform refused the call before the function saw it (supabase.com/docs/guides/functions/error-codes). */
async function isOfGateway(response: Response): Promise<boolean> {
  if (response.headers.get('sb-error-code')?.startsWith('UNAUTHORIZED_')) return true
  const body = (await response.json().catch(() => null)) as { code?: unknown } | null
  return body?.code === 401
}

async function askMail(ask: Ask, apikey: string): Promise<string | null | undefined> {
  const response = await ask('/functions/v1/test-mail', { method: 'POST', headers: { apikey } })
  return response.ok ? ((await response.json()) as { problem?: string | null }).problem : undefined
}
