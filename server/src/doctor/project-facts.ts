/** What could be found out of a Supabase project by HTTP. */
export type ProjectFacts = {
  /** How the two keys answer; `exchanged`: the one that every page has opens what only the secret key may. */
  keys: { publishable: 'works' | 'refused' | 'exchanged'; secret: 'works' | 'refused' | 'missing' }
  /** Why the project's state could not be read though the secret key works, such as a migration that is missing. */
  stateFailure: string | undefined
  /** Schemas that the API shows besides `public`, of those that must be hidden. */
  exposedSchemas: string[]
  /** Settings of the sign-in service; undefined where it does not answer. */
  signIn: SignInFacts | undefined
  functions: {
    missing: string[]
    /** They are deployed with `verify_jwt`, which refuses publishable and secret keys. */
    verifying: string[]
    /** They answer with 5xx or not at all. */
    failing: string[]
  }
  /** What of the functions' mail settings lets no mail leave; undefined where that is not known. */
  mailProblem: string | null | undefined
  state: ProjectState | undefined
}

export type SignInFacts = {
  email: boolean
  signUp: boolean
  confirmations: boolean
  /** Ways in besides mail that are on. */
  otherProviders: string[]
  /** Where a link to the callback page of SITE_URL leads instead; undefined where it leads there. */
  callbackLeadsTo: string | undefined
  /** A link may lead to any host. */
  leadsAnywhere: boolean
}

/** The answer of `project_state` (supabase/schemas/shared/project_state.sql), as far as projects differ in it. */
export type ProjectState = {
  version: number
  extensions: string[]
  jobs: { jobname: string; schedule: string; command: string; active?: boolean }[] | null
  refused_calls: { status_code: number; calls: number }[] | null
  project_url: string | null
  secret_names: { name: string }[] | null
  empties_passwords: boolean
  buckets: { id: string; public: boolean; file_size_limit: number | null }[]
}
