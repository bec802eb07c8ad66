import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const CHECK = fileURLToPath(new URL('./imports.mjs', import.meta.url))
const trees: string[] = []
afterEach(() => trees.splice(0).map((tree) => rmSync(tree, { recursive: true })))

const LEAF = 'export const leaf = 1\n'
/** A file that uses another one, as a value or as a type alone. */
const uses = (path: string, as: 'value' | 'type' = 'value') =>
  as === 'value'
    ? `import { leaf } from '${path}'\nexport const used = leaf\n`
    : `import type { Leaf } from '${path}'\nexport type Leaf = { leaf?: Leaf }\n`

/** Files of a tree in which everything is allowed. */
const SOUND = {
  'web/tsconfig.json':
    '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" }, "include": ["app"] }',
  'web/app/shared/formats/text.ts': LEAF,
  'web/app/quizzes/start/start.ts': uses('~/shared/formats/text'),
  'web/app/staff/shared/member.ts': uses('~/staff/entry/door'),
  'web/app/staff/entry/door.ts': LEAF,
  'server/src/http/server.ts': LEAF,
  'embedded-supabase/src/database/pool.ts': LEAF,
  'supabase/functions/_shared/respond.ts': LEAF,
  'supabase/functions/send/handler.ts': uses('../_shared/respond.ts'),
  'e2e/tests/start.ts': LEAF,
  'scripts/lib/run.mjs': LEAF,
}

/** What the check says of a tree with these files as well, and how it ends. */
function check(files: Record<string, string>) {
  const tree = mkdtempSync(join(tmpdir(), 'imports-'))
  trees.push(tree)
  for (const [file, text] of Object.entries({ ...SOUND, ...files })) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), text)
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, tree], { encoding: 'utf8' })
  return { status, stdout, complaints: stderr.trim().split('\n').filter(Boolean).sort() }
}

it('passes a tree in which every import goes down, and counts its files', () => {
  const { status, stdout, complaints } = check({})
  expect(complaints).toEqual([])
  expect(stdout).toContain(`imports: ${Object.keys(SOUND).length - 1} of ${Object.keys(SOUND).length - 1} files read`)
  expect(status).toBe(0)
})

it('fails for a folder without a rule in every tree of sources', () => {
  const { status, complaints } = check({
    'web/app/games/chess/board.ts': LEAF,
    'server/src/games/board.ts': LEAF,
    'embedded-supabase/src/games/board.ts': LEAF,
    'supabase/games/board.ts': LEAF,
    'scripts/games/board.mjs': LEAF,
    // Without sources it wants no rule.
    'server/src/pictures/board.svg': '<svg/>',
  })
  expect(complaints).toEqual(
    ['embedded-supabase/src', 'scripts', 'server/src', 'supabase', 'web/app'].map(
      (tree) => `no rule: ${tree}/games is not in scripts/lib/import-folders.cjs`,
    ),
  )
  expect(status).toBe(1)
})

it('names each import that goes up, between folders that may not know each other, or round in a circle', () => {
  const { status, complaints } = check({
    'web/app/course/lesson/lesson.ts': LEAF,
    'web/app/quizzes/start/up.ts': uses('~/course/lesson/lesson'),
    'web/app/support/tickets/up.ts': uses('~/quizzes/start/start'),
    'web/app/staff/shared/up.ts': uses('~/staff/team/team'),
    'web/app/staff/team/team.ts': LEAF,
    'web/app/staff/team/list.ts': uses('~/staff/roles/roles'),
    'web/app/staff/roles/roles.ts': LEAF,
    'web/app/staff/roles/names.ts': uses('~/staff/team/team'),
    'web/app/site/home/one.ts': uses('./two', 'type'),
    'web/app/site/home/two.ts': uses('./one', 'type'),
    'supabase/functions/receive/handler.ts': uses('../send/handler.ts'),
    'supabase/functions/_shared/up.ts': uses('../send/handler.ts'),
    'server/src/http/up.ts': uses('../cli/command.ts'),
    'server/src/cli/command.ts': LEAF,
    'embedded-supabase/src/rest/up.ts': uses('../auth/auth.ts'),
    'embedded-supabase/src/auth/auth.ts': LEAF,
  })
  const said = (rule: string, from: string, to: string) => expect(complaints).toContain(`${rule}: ${from} -> ${to}`)
  const app = (rule: string, from: string, to: string) => said(rule, `web/app/${from}`, `web/app/${to}`)
  app('folders-of-web/app', 'quizzes/start/up.ts', 'course/lesson/lesson.ts')
  app('folders-of-web/app', 'support/tickets/up.ts', 'quizzes/start/start.ts')
  app('web-staff-shared', 'staff/shared/up.ts', 'staff/team/team.ts')
  app('no-circles-of-staff-folders', 'staff/roles', 'staff/team')
  app('no-circles-of-staff-folders', 'staff/team', 'staff/roles')
  app('no-cycles', 'site/home/one.ts', 'site/home/two.ts')
  said('folders-of-supabase/functions', 'supabase/functions/receive/handler.ts', 'supabase/functions/send/handler.ts')
  said('folders-of-supabase/functions', 'supabase/functions/_shared/up.ts', 'supabase/functions/send/handler.ts')
  said('folders-of-server/src', 'server/src/http/up.ts', 'server/src/cli/command.ts')
  said('folders-of-embedded-supabase/src', 'embedded-supabase/src/rest/up.ts', 'embedded-supabase/src/auth/auth.ts')
  expect(status).toBe(1)
})
