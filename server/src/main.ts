import { run } from './run.ts'
import { loadBuild } from './site.ts'

const PAGE_FRESH_MS = 10_000

void run(async (config) => ({ build: await loadBuild(config), freshMs: PAGE_FRESH_MS }))
