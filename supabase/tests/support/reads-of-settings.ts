import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['server/src', 'embedded-supabase/src', 'web/app', 'supabase/functions', 'scripts']
/** Tests read what is theirs; the operations page is typed by one. */
const NO_SOURCE = /\.test\.tsx?$|^scripts\/operations\//

/** A variable that is read as a property or by its name, and a pattern that takes some out of the environment. */
const READS = [
  /\b(?:process\.env|environment|env)\.([A-Z][A-Z0-9_]*)\b/g,
  /\b(?:env|requiredEnv)\('([A-Z][A-Z0-9_]*)'\)/g,
]
const PATTERN = /\{([^{}]*)\}\s*=\s*(?:process\.env|environment|env)\b/g

/** What is read and is no setting of an academy, with whose it is. */
const OTHERS: [RegExp, whose: string][] = [
  [/^(PATH|HOME|LANG|TMPDIR|CI)$/, 'the shell and the machine'],
  [/^(LISTEN_FDS|LISTEN_PID)$/, 'systemd, which hands over a socket'],
  [/^PGSSLMODE$/, 'libpq, for what DATABASE_URL leaves out'],
  [/^ACADEMY_RELEASE$/, 'scripts/start.mjs, which names the release it runs'],
  [/^(PROD|SSR)$/, 'Vite, of the build'],
  [/^SMTP_CAUGHT$/, 'the embedded server, of its mailbox'],
  [/^SB_REGION$/, "Supabase's platform, which sets it for functions"],
  [/^ANSWER_FLOOR_MS$/, 'tests, which do not wait for the usual time'],
  [/^(ABUSE|BENCH|FAIRNESS|OVERLOAD)_[A-Z]+$/, 'measurements'],
  [/^(CHROME_PATH|E2E_PROJECT_URL|UNPROVED_FILES)$/, 'the tests and what runs them'],
]

/** The variables of the environment that a text reads. */
export function readsIn(text: string): string[] {
  const named = READS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  const taken = [...text.matchAll(PATTERN)].flatMap(([, names = '']) => names.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [])
  return [...named, ...taken]
}

/** Variables that the program and its commands read though nobody declares them, and those of others that nobody reads. */
export function readsOfSettings(root: string, declared: string[]): { undeclared: string[]; unread: string[] } {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ).filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !NO_SOURCE.test(file))
  const read = new Set(files.flatMap((file) => readsIn(readFileSync(join(root, file), 'utf8'))))
  const isOfOthers = (name: string) => OTHERS.some(([pattern]) => pattern.test(name))
  return {
    undeclared: [...read].filter((name) => !declared.includes(name) && !isOfOthers(name)).sort(),
    unread: OTHERS.filter(([pattern]) => ![...read].some((name) => pattern.test(name))).map(([, whose]) => whose),
  }
}
