// Upgrades an academy as its operator does, with everything real: a clone of this repository is installed, built and served
// on a socket that outlives it, a release with one more migration and another page is laid beside it, and clients open
// pages and call the API meanwhile. Then a release that cannot apply its migration. Fails where a request is lost, one waits
// longer than promised, or a page that was open before cannot go on.
// Usage: node scripts/upgrades.mjs [commit that is installed; this one unless told]
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { academyOnSocket } from './lib/academies.mjs'
import { copyTree } from './lib/copy-tree.mjs'
import { root, run } from './lib/run.mjs'
import { isReady } from './lib/served.mjs'
import { git } from './lib/upgrade/steps.mjs'

const CLIENTS = 8
const PROMISED_MS = 5_000
const MIGRATION = 'create table public.next_release (id int primary key);\n'
const here = root.replace(/\/$/, '')
const folder = await mkdtemp(join(tmpdir(), 'academy-upgrades-'))
const home = join(folder, 'home')
const author = ['-c', 'user.name=Academy', '-c', 'user.email=academy@localhost']
let failed = false

function expect(isSo, what) {
  console.log(`${isSo ? 'yes' : 'NO '}  ${what}`)
  failed ||= !isSo
}

/** A clone of a commit with a change on top. */
async function clone(to, commit, change = async () => undefined) {
  await git(here, 'clone', '--quiet', '--shared', '--no-checkout', here, to)
  await git(to, 'checkout', '--quiet', '--detach', commit)
  await change()
  await git(to, ...author, 'commit', '--quiet', '--all', '--allow-empty', '--message', 'Another release')
  return to
}

async function nextRelease(name, ...migrations) {
  const to = join(folder, name)
  return clone(to, await git(here, 'rev-parse', 'HEAD'), async () => {
    for (const [at, sql] of migrations.entries())
      writeFileSync(join(to, `supabase/migrations/2999010100000${at}_next.sql`), sql)
    const file = join(to, 'web/app/site/home/home.he.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/: '(.)/, ": 'חדש! $1"))
    await git(to, 'add', '--all')
  })
}

/** Opens pages and calls the API until it is told to stop; what came back, and the longest wait. */
function load(url, anonKey) {
  const headers = { apikey: anonKey, 'content-type': 'application/json' }
  const visit = { method: 'POST', headers, body: JSON.stringify({ path_pattern: '/' }) }
  const answers = {}
  let longestMs = 0
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = client; !isOver; turn += 1) {
      const began = performance.now()
      const asked = turn % 2 ? fetch(url) : fetch(`${url}/rest/v1/rpc/track_page_view`, visit)
      const answer = await asked.then(
        async (response) => (await response.arrayBuffer()) && response.status,
        (error) => error.cause?.code ?? error.message,
      )
      answers[answer] = (answers[answer] ?? 0) + 1
      longestMs = Math.max(longestMs, performance.now() - began)
      await sleep(10)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(clients)
    return { answers, longestMs, lost: Object.keys(answers).filter((answer) => !/^2\d\d$/.test(answer)) }
  }
}

const assetsOf = (html) => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))]

async function main() {
  await clone(home, await git(here, 'rev-parse', process.argv[2] ?? 'HEAD'))
  await mkdir(join(home, 'node_modules'), { recursive: true })
  copyTree(join(here, 'node_modules'), join(home, 'node_modules'), { link: true })
  await run(process.execPath, ['scripts/build.mjs'], { cwd: home })
  const next = await nextRelease('next', MIGRATION)
  const broken = await nextRelease('broken', MIGRATION, 'select no_such_function();\n')
  const data = join(home, 'data')
  const academy = await academyOnSocket(data, 'http://localhost:3000', { main: 'scripts/start.mjs', cwd: home })
  const url = `http://127.0.0.1:${academy.ports[0]}`
  const upgrade = (to) =>
    run(process.execPath, [join(to, 'scripts/upgrade.mjs'), `--home=${home}`], {
      cwd: home,
      env: { ...process.env, SITE_URL: 'http://localhost:3000' },
    })
  try {
    while (!(await isReady(url))) await sleep(50)
    const { anonKey } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8'))
    const before = await (await fetch(url)).text()
    const version = /"version":"(\w+)"/.exec(before)?.[1] ?? (await versionOf(url, before))

    let stop = load(url, anonKey)
    expect((await upgrade(next)) === 0, 'a release with a migration takes over')
    let figures = await stop()
    console.log(figures)
    expect(figures.lost.length === 0, 'no request was lost')
    expect(
      figures.longestMs <= PROMISED_MS,
      `none waited longer than ${PROMISED_MS} ms: ${Math.round(figures.longestMs)}`,
    )
    expect((await (await fetch(url)).text()) !== before, 'the page is another one')
    const old = await Promise.all(assetsOf(before).map(async (path) => (await fetch(url + path)).status))
    expect(old.length > 3 && old.every((status) => status === 200), 'a page that was open loads its files')
    const met = await fetch(`${url}/__manifest?paths=%2Fcourses&version=${version}`)
    expect(met.headers.has('x-remix-reload-document'), 'and loads itself anew when it meets a page it does not know')

    stop = load(url, anonKey)
    expect((await upgrade(broken)) === 1, 'a release that cannot apply its migration is refused')
    figures = await stop()
    console.log(figures)
    expect(figures.lost.length === 0, 'no request was lost')
  } finally {
    await academy.stop()
  }
}

async function versionOf(url, html) {
  const manifest = assetsOf(html).find((path) => path.includes('/manifest-'))
  return /"version":"(\w+)"/.exec(await (await fetch(url + manifest)).text())?.[1]
}

try {
  await main()
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)
