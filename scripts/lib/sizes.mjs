import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './run.mjs'

/** Kilobytes (gzip -9, 1 kB = 1000 bytes; fonts as they are) that may not be exceeded. */
export const BUDGETS = { homeScripts: 130, lessonScripts: 200, registerScripts: 200, staffScripts: 60, fonts: 45 }

const PAGES = {
  home: ['site/home/home.route'],
  courses: ['catalog/courses/courses.route'],
  course: ['catalog/courses/courses.route', 'course/panel/course.route'],
  login: ['session/sign-in/login.route'],
  register: ['session/registration/register.route'],
  lesson: ['account/student-layout/student-layout.route', 'course/lesson/lesson.route'],
}
const STAFF_PAGE = ['staff/shell/shell.route', 'staff/students/students.route']
const client = join(root, 'web/build/client')

/**
 * What a first visit loads of the last build.
 * @returns by page the kilobytes of scripts and styles, the figures of BUDGETS, and the names of those over theirs
 * @throws when nothing was built
 */
export function measureSizes() {
  const assets = readdirSync(join(client, 'assets'))
  const manifest = readManifest(assets)
  const ofEveryPage = join('assets', assets.find((file) => /^app-.*\.css$/.test(file)) ?? '')
  const modulesOf = (routes) =>
    [manifest.entry, manifest.routes.root, ...routes.map((id) => manifest.routes[id])].filter(Boolean)
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
  const fonts = assets
    .filter((name) => name.endsWith('.woff2') && !name.includes('latin-ext'))
    .reduce((total, name) => total + statSync(join(client, 'assets', name)).size, 0)
  const figures = {
    homeScripts: pages.home.scripts,
    lessonScripts: pages.lesson.scripts,
    registerScripts: pages.register.scripts,
    staffScripts: sum([...scriptsOf(modulesOf(STAFF_PAGE))].filter((file) => !publicScripts.has(file))),
    fonts: kilobytes(fonts),
  }
  return { pages, figures, over: Object.keys(BUDGETS).filter((name) => figures[name] > BUDGETS[name]) }
}

const kilobytes = (bytes) => Math.round(bytes / 100) / 10
const gzipped = (file) => gzipSync(readFileSync(join(client, file)), { level: 9 }).length
const sum = (files) => kilobytes([...files].reduce((total, file) => total + gzipped(file), 0))
const scriptsOf = (modules) => new Set(modules.flatMap(({ module, imports = [] }) => [module, ...imports]))

/** A built file and all that it imports at once, however deep. */
function withImports(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  const imports = readFileSync(join(client, file), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)
  for (const [, name] of imports) withImports(`/assets/${name}`, seen)
  return seen
}

function readManifest(assets) {
  const name = assets.find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('web/build has no manifest')
  const text = readFileSync(join(client, 'assets', name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}
