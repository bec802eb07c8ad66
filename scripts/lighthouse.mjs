// Runs Lighthouse, as a phone, against a temporary academy and prints the median of each score and figure of each page.
// Ends with 1 when a median is below BUDGETS. Lighthouse itself is fetched by npx.
// Usage: node scripts/lighthouse.mjs [runs a page, 5 unless told] [further options of Lighthouse]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { median } from './lib/figures.mjs'
import { measure, report } from './lib/measure.mjs'
import { runSilently } from './lib/run.mjs'

const VERSION = '12.8.2'
const BUDGETS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const FIGURES = {
  'first-contentful-paint': 'first picture, ms',
  'largest-contentful-paint': 'largest, ms',
  'total-blocking-time': 'blocked, ms',
  'cumulative-layout-shift': 'shift',
}
const [runs = '5', ...options] = process.argv.slice(2)

let reportFile
await ensureBrowser()
await measure(async ({ dataDirectory, start }) => {
  reportFile = join(dataDirectory, 'lighthouse.json')
  const server = await start()
  const oneOf = async (table, name) =>
    (await server.call(`/rest/v1/${table}?select=${name}&is_published=is.true&order=${name}&limit=1`))[0][name]
  const pages = {
    home: '/',
    courses: '/courses',
    'an open course': `/courses/${await oneOf('courses', 'id')}`,
    'an article': `/news/${await oneOf('articles', 'slug')}`,
  }
  const table = {}
  for (const [name, path] of Object.entries(pages)) table[name] = await scoresOf(server.url + path)
  console.table(table)
  const isBelow = (row) => Object.entries(BUDGETS).some(([category, least]) => row[category] < least)
  const below = Object.keys(table).filter((name) => isBelow(table[name]))
  report(`below the budget: ${below.join(', ') || 'none'}`, below.length === 0)
})

async function scoresOf(address) {
  await fetch(address)
  const reports = []
  for (let run = 0; run < Number(runs); run += 1) reports.push(await runLighthouse(address))
  const scores = (category) => reports.map(({ categories }) => Math.round(categories[category].score * 100))
  const figures = (id) => median(reports.map(({ audits }) => audits[id].numericValue))
  return {
    ...Object.fromEntries(Object.keys(BUDGETS).map((category) => [category, median(scores(category))])),
    'performance of each run': scores('performance')
      .sort((a, b) => a - b)
      .join(' '),
    ...Object.fromEntries(Object.entries(FIGURES).map(([id, title]) => [title, Math.round(figures(id) * 1000) / 1000])),
  }
}

/** One run; now and then the browser shows Lighthouse nothing, then it is asked once more. */
async function runLighthouse(address, again = true) {
  const code = await runSilently('npx', [
    '--yes',
    `lighthouse@${VERSION}`,
    address,
    '--quiet',
    '--output=json',
    `--output-path=${reportFile}`,
    `--only-categories=${Object.keys(BUDGETS)}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ...options,
  ])
  if (code === 0) return JSON.parse(readFileSync(reportFile, 'utf8'))
  if (again) return runLighthouse(address, false)
  throw new Error(`Lighthouse ended with code ${code} for ${address}`)
}
