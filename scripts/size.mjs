// Measures what a first visit loads: scripts and styles of each public page (gzip -9, 1 kB = 1000 bytes) and the fonts.
// Ends with 1 when a budget of BUDGETS is exceeded.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureBuilt } from './lib/build.mjs'
import { root } from './lib/run.mjs'

const BUDGETS = { homeScripts: 130, lessonScripts: 200, registerScripts: 200, staffScripts: 60, fonts: 45 }
const PAGES = {
  home: ['site/home/home.route'],
  courses: ['catalog/courses/courses.route'],
  course: ['catalog/courses/courses.route', 'course/panel/course.route'],
  login: ['session/sign-in/login.route'],
  register: ['session/registration/register.route'],
  lesson: ['account/student-layout/student-layout.route', 'course/lesson/lesson.route'],
}

await ensureBuilt()
const client = join(root, 'web/build/client')
const assets = readdirSync(join(client, 'assets'))
const manifest = readManifest()
const ofEveryPage = join('assets', assets.find((file) => /^app-.*\.css$/.test(file)) ?? '')
const staffRoutes = ['staff/shell/desk.route', 'staff/students/students.route']
const kilobytes = (bytes) => Math.round(bytes / 100) / 10
const gzipped = (file) => gzipSync(readFileSync(join(client, file)), { level: 9 }).length

const modulesOf = (routes) =>
  [manifest.entry, manifest.routes.root, ...routes.map((id) => manifest.routes[id])].filter(Boolean)
const scriptsOf = (modules) => new Set(modules.flatMap(({ module, imports = [] }) => [module, ...imports]))
const sum = (files) => kilobytes([...files].reduce((total, file) => total + gzipped(file), 0))

const pages = Object.fromEntries(
  Object.entries(PAGES).map(([name, routes]) => {
    const modules = modulesOf(['site/layout/layout.route', ...routes])
    const styles = new Set([ofEveryPage, ...modules.flatMap(({ css = [] }) => css)])
    return [name, { scripts: sum(scriptsOf(modules)), styles: sum(styles) }]
  }),
)
// Whoever is signed in has the menu of the account on every page, staff too; it comes after the page itself.
const accountMenu = `/assets/${assets.find((file) => /^user-menu-.*\.js$/.test(file))}`
const publicScripts = new Set([
  ...scriptsOf(modulesOf(['site/layout/layout.route', ...Object.values(PAGES).flat()])),
  ...withImports(accountMenu),
])
const staffOnly = sum([...scriptsOf(modulesOf(staffRoutes))].filter((file) => !publicScripts.has(file)))
const fonts = kilobytes(
  assets
    .filter((name) => name.endsWith('.woff2') && !name.includes('latin-ext'))
    .reduce((total, name) => total + statSync(join(client, 'assets', name)).size, 0),
)
console.table(pages)
console.log(`fonts: ${fonts} kB (budget ${BUDGETS.fonts})`)
const { homeScripts, lessonScripts, registerScripts } = BUDGETS
console.log(
  `scripts: budget of the home page ${homeScripts} kB, of a lesson ${lessonScripts}, of registration ${registerScripts}`,
)
console.log(`scripts of a staff page that no public page loads: ${staffOnly} kB (budget ${BUDGETS.staffScripts})`)
const isOver =
  staffOnly > BUDGETS.staffScripts ||
  pages.home.scripts > homeScripts ||
  pages.lesson.scripts > lessonScripts ||
  pages.register.scripts > registerScripts ||
  fonts > BUDGETS.fonts
process.exit(isOver ? 1 : 0)

/** A built file and all that it imports at once, however deep. */
function withImports(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  const imports = readFileSync(join(client, file), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)
  for (const [, name] of imports) withImports(`/assets/${name}`, seen)
  return seen
}

function readManifest() {
  const name = assets.find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('web/build has no manifest')
  const text = readFileSync(join(client, 'assets', name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}
