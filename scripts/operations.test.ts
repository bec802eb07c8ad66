import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** Words by which a block says that no test runs it. */
const NOT_RUN = /not run by a test/i

/** Each command of the page that a test or a measurement runs, by its beginning, and where. */
const RUN: Record<string, { file: string; by: string }> = {
  'npm start': { file: 'scripts/lib/served.mjs', by: 'server/build/main.js' },
  'npm run restarts': { file: 'scripts/restarts.mjs', by: 'serveBehindNginx' },
  'DATABASE_URL=postgres://owner:password@localhost:5432/scratch npm run restarts': {
    file: 'scripts/restarts.mjs',
    by: 'academiesOnDatabase',
  },
  'npm run doctor': { file: 'supabase/tests/doctor.test.ts', by: 'doctor(' },
  'npm run legal': { file: 'supabase/tests/new-academy.test.ts', by: `run('publish'` },
  'npm run db:seed': { file: 'supabase/tests/new-academy.test.ts', by: 'seedOnDemand(' },
  'npm run db:backup': { file: 'embedded-supabase/test/contract/database/backup.test.ts', by: 'backUp(' },
  'DATA_DIR=/srv/new npm run db:restore': {
    file: 'embedded-supabase/test/contract/database/backup.test.ts',
    by: 'restore(',
  },
  'npm run outgoing': { file: 'supabase/tests/restored-copy.test.ts', by: 'outgoing(' },
  'npm run admin:invite': { file: 'supabase/tests/commands.test.ts', by: 'invite(' },
  'npm run db:reset': { file: 'supabase/tests/reset.test.ts', by: '--yes-erase=staging' },
  'npm run audit:verify': { file: 'supabase/tests/commands.test.ts', by: 'verifyAudit(' },
  'curl -sS https://academy.example/hooks/inbound-mail': {
    file: 'supabase/tests/support-mails.test.ts',
    by: 'hook(asJson(',
  },
  'curl -H "apikey: $KEY"': { file: 'supabase/tests/staff-app.test.ts', by: 'remove_second_step' },
  'curl -X POST -H "apikey: $KEY"': { file: 'supabase/tests/staff-app.test.ts', by: 'remove_second_step' },
}

type Block = { language: string; body: string; before: string }

/** Fenced blocks, indented ones in lists included, each with the paragraph before it. */
const blocks: Block[] = [
  ...page.matchAll(/(?<before>[^\n]*)\n\n? *```(?<language>\w*)\n(?<body>[\s\S]*?)\n *```/g),
].map(({ groups }) => ({
  language: groups?.language ?? '',
  body: groups?.body ?? '',
  before: groups?.before ?? '',
}))

const COMMAND = /^(npm|node|curl|git|cp|docker|systemctl|nginx|caddy|supabase|createdb|psql|[A-Z_]+=\S+ npm)\b/

/** The commands of a block, one for each line that does not go on from the line before. */
const commandsOf = ({ body }: Block) =>
  body
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => COMMAND.test(line))

const known = (command: string) => Object.entries(RUN).find(([start]) => command.startsWith(start))

test('every command of the operations page runs in a test, or its block says that it does not', () => {
  const commands = blocks.filter(({ before }) => !NOT_RUN.test(before)).flatMap(commandsOf)
  expect(commands.length).toBeGreaterThan(8)
  expect(commands.filter((command) => !known(command))).toEqual([])
})

test.each(Object.entries(RUN))('%s is on the page, and run where it says', (start, { file, by }) => {
  expect(page).toContain(start)
  expect(readFileSync(join(root, file), 'utf8')).toContain(by)
})

test('every script and every file that the page names is there', () => {
  const named = [...page.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name ?? '')
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  const files = [...page.matchAll(/`?\b((?:deploy|scripts|supabase|docs|web)\/[\w./-]+\.\w+)/g)].map(
    ([, file]) => file ?? '',
  )
  const ofTheOperator = ['deploy/academy.env']
  expect(files.filter((file) => !ofTheOperator.includes(file) && !existsSync(join(root, file)))).toEqual([])
})
