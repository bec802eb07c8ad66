// Journeys in a browser: against academies of their own, or with `--project URL` against the Supabase at that address
// and the site at SITE_URL. All other words are Playwright's.
import { runTool } from './lib/run.mjs'

const words = process.argv.slice(2)
const at = words.findIndex((word, place) => word === '--project' && /^https?:/.test(words[place + 1] ?? ''))
const joined = words.findIndex((word) => /^--project=https?:/.test(word))
const project =
  at >= 0
    ? words.splice(at, 2)[1]
    : joined >= 0
      ? words.splice(joined, 1)[0].slice('--project='.length)
      : process.env.E2E_PROJECT_URL
const env = { ...process.env, ...(project && { E2E_PROJECT_URL: project }) }
process.exit(await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...words], { env }))
