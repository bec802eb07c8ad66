import { migrationFiles } from 'embedded-supabase'
import { KINDS } from '../../../supabase/functions/_shared/kinds.ts'
import { DEMO_ADDRESSES } from '../seed/accounts.ts'
import type { DatabaseFacts } from './facts.ts'

const PAGES = KINDS['legal_documents.slug']

/** The answer of `project_state` (supabase/schemas/shared/project_state.sql), as far as it is about the academy. */
export type AcademyState = {
  held_kinds: string[]
  legal: { slug: string; is_draft: boolean }[]
  settings: Record<string, unknown>
  demo_courses: number
  demo_people: number
  staff: { email: string; role: string; is_secured: boolean }[]
}

/** Ids of the demo's courses. */
export async function demoCourses(): Promise<string[]> {
  const { content } = await import('../../../supabase/seeds/content/index.ts')
  return content.courses.map(({ id }) => id)
}

/** Migrations of the repository of which a project's ledger has no version. */
export const migrationsAfter = (versions: string[], projectDirectory: string): string[] =>
  migrationFiles(projectDirectory)
    .filter(({ set, name }) => set === 'project' && !versions.includes(name.split('_')[0] ?? ''))
    .map(({ name }) => name)

/** What the checks look at, from the answer of `project_state`. */
export function academyFacts(state: AcademyState): Omit<DatabaseFacts, 'unsafe' | 'time' | 'pendingMigrations'> {
  const { legal, settings, staff } = state
  const superAdmins = staff.filter(({ role }) => role === 'super_admin')
  const domains = settings.staff_email_domains
  return {
    heldKinds: state.held_kinds,
    legal: {
      drafts: legal.filter(({ is_draft }) => is_draft).map(({ slug }) => `/${slug}`),
      missing: PAGES.filter((page) => !legal.some(({ slug }) => slug === page)).map((page) => `/${page}`),
    },
    demo: {
      isMarked: settings.demo_academy === true,
      isPartial: ['adding', 'partial'].includes(String(settings.demo_content)),
      courses: state.demo_courses,
      staff: staff.map(({ email }) => email).filter((email) => DEMO_ADDRESSES.includes(email)),
      people: state.demo_people,
    },
    superAdmins: {
      active: superAdmins.map(({ email }) => email),
      withoutSecondStep: superAdmins.filter(({ is_secured }) => !is_secured).map(({ email }) => email),
    },
    staffDomains: Array.isArray(domains) ? domains.map(String) : [],
    siteSettings: settings,
  }
}
