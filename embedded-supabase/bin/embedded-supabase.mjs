#!/usr/bin/env node
// The command in a clone of the repository: bundled from its sources at each start, so it is never out of date. The
// package that `npm run build` makes has the command ready.
import { runFromSources } from './bundle.mjs'

await runFromSources()
