import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { copyTree } from '../copy-tree.mjs'
import { currentCode, folderOf, readJson, releasesIn, replaceFile, versionOf } from '../current-release.mjs'
import { git, print, Refusal, runProgram, step } from './steps.mjs'

/** Lies in the folder of a release once it is whole: installed and built. */
const WHOLE = 'release.json'
/** What a folder has beside the code of a release. */
const NOT_CODE = new Set(['.git', 'node_modules', 'build', 'data', '.env', '.react-router'])
const NEEDED_BYTES = 1.5e9

/**
 * Lays a release beside the running one and makes it ready: code, dependencies, build. Nothing that runs is touched.
 * @param {string | undefined} requested a tag, branch or commit of the home's repository, or a folder; the newest tag unless told
 * @returns {Promise<import('../current-release.mjs').Release>}
 */
export async function prepareRelease(home, requested) {
  const { bavail, bsize } = statfsSync(home)
  if (bavail * bsize < NEEDED_BYTES)
    throw new Refusal(`The disk of ${home} has ${Math.floor((bavail * bsize) / 1e6)} MB left; a release needs 1500.`)
  const isFolder = requested !== undefined && existsSync(join(requested, 'package.json'))
  const source = isFolder ? await sourceFolder(home, resolve(requested)) : await sourceCommit(home, requested)
  const folder = folderOf(home, source.release)
  if (readJson(join(folder, WHOLE))) {
    print(`${folder} is there already`)
    return source.release
  }
  await step(`laying ${source.release.name} into ${folder}`, async () => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await source.lay(folder)
  })
  const running = currentCode(home)
  await step('installing and building it, at a low priority', async () => {
    if (hasSameDependencies(running, folder)) {
      copyTree(join(running, 'node_modules'), join(folder, 'node_modules'), { link: true, skip: isCache })
    }
    await runProgram(process.execPath, ['scripts/build.mjs'], { cwd: folder, gently: true, env: buildEnvironment() })
  })
  carryAssets(running, folder)
  replaceFile(join(folder, WHOLE), JSON.stringify(source.release))
  return source.release
}

const isCache = (name, depth) =>
  depth === 0 && name.startsWith('.') && name !== '.bin' && name !== '.academy-install.json'

/** What a build and npm's packages see of the environment: no setting of the academy, and nothing of the npm that runs this. */
const OF_A_BUILD =
  /^(PATH|HOME|USER|LANG|TMPDIR|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|npm_(execpath|config_(cache|registry|userconfig)))$/i

const buildEnvironment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => OF_A_BUILD.test(name)))

function hasSameDependencies(running, folder) {
  const [installed, wanted] = [running, folder].map((place) => readJson(join(place, 'package-lock.json')))
  return existsSync(join(running, 'node_modules')) && JSON.stringify(installed) === JSON.stringify(wanted)
}

async function sourceFolder(home, folder) {
  const ready = readJson(join(folder, WHOLE))
  if (ready) return { release: ready }
  const version = versionOf(folder)
  const commit = existsSync(join(folder, '.git')) ? await cleanCommit(folder) : undefined
  const name = `${version}-${commit ? commit.slice(0, 12) : new Date().toISOString().replaceAll(/[^0-9]/g, '')}`
  const skip = (entry, depth) => NOT_CODE.has(entry) || (depth === 0 && entry === 'releases')
  return {
    release: { name, version, ...(commit && { commit }) },
    async lay(to) {
      copyTree(folder, to, { skip })
      // The home's checkout is moved to it later; a home that is no clone stays where it is.
      if (commit) await git(home, 'fetch', '--quiet', folder, 'HEAD').catch(() => undefined)
    },
  }
}

/** The commit that a checkout is at; undefined where files of it were changed. */
async function cleanCommit(folder) {
  const changed = await git(folder, 'status', '--porcelain', '--untracked-files=no')
  return changed ? undefined : git(folder, 'rev-parse', 'HEAD')
}

async function sourceCommit(home, requested) {
  if (!existsSync(join(home, '.git')))
    throw new Refusal(`${home} is no clone of git: npm run upgrade -- <folder of the new release>`)
  const hasRemote = (await git(home, 'remote')) !== ''
  if (hasRemote) await step('fetching', () => git(home, 'fetch', '--tags', '--quiet'))
  const tags = (await git(home, 'tag', '--list', 'v*', '--sort=-version:refname')).split('\n').filter(isRelease)
  const asked = requested ?? tags[0]
  if (!asked) throw new Refusal('There is no tag of a release (v1.2.3): npm run upgrade -- <branch, commit or folder>')
  const commit = await commitOf(home, asked)
  const { version } = JSON.parse(await git(home, 'show', `${commit}:package.json`))
  return {
    release: { name: `${version}-${commit.slice(0, 12)}`, version, commit },
    async lay(to) {
      const archive = `${to}.tar`
      await git(home, 'archive', '--output', archive, commit)
      await runProgram('tar', ['-xf', archive, '-C', to])
      rmSync(archive)
    },
  }
}

const isRelease = (tag) => /^v\d+\.\d+\.\d+$/.test(tag)

/** What was fetched of a branch counts, and not where a branch of that name was left here. */
async function commitOf(home, asked) {
  for (const name of [`refs/remotes/origin/${asked}`, asked]) {
    const commit = await git(home, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`).catch(() => undefined)
    if (commit) return commit
  }
  throw new Refusal(`${asked} is no tag, branch or commit of ${home}, and no folder of a release.`)
}

/**
 * Lets pages that were open before an upgrade load their scripts after it: files of the build before, whose names are
 * hashes of what is in them, lie beside the new ones. What that build had been given itself is left out.
 */
export function carryAssets(from, to) {
  const [old, fresh] = [from, to].map((folder) => join(folder, 'web/build/client/assets'))
  if (!existsSync(old) || !existsSync(fresh) || from === to) return
  const carried = new Set(readJson(join(from, 'web/build/carried.json')) ?? [])
  const there = new Set(readdirSync(fresh))
  const names = readdirSync(old).filter((name) => !carried.has(name) && !there.has(name))
  copyTree(old, fresh, { skip: (name) => !names.includes(name) })
  replaceFile(join(to, 'web/build/carried.json'), JSON.stringify(names))
}

/** Deletes the folders of releases that are neither of these, and what interrupted upgrades left. */
export async function deleteOldReleases(home, kept) {
  const names = new Set(kept.filter(Boolean).map(({ name }) => name))
  for (const entry of readdirSync(releasesIn(home), { withFileTypes: true })) {
    if (!entry.isDirectory() || names.has(entry.name) || entry.name === 'replaced') continue
    const doomed = join(releasesIn(home), `.deleted-${entry.name.replace(/^(\.deleted-)+/, '')}`)
    if (doomed !== join(releasesIn(home), entry.name)) await rename(join(releasesIn(home), entry.name), doomed)
    await rm(doomed, { recursive: true, force: true })
  }
}
