import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import LongestFirst from './scripts/lib/longest-first.mjs'
import { useTestFolder } from './scripts/lib/test-folder.mjs'

const resolve = { alias: { '~': fileURLToPath(new URL('./web/app', import.meta.url)) } }

/** Only what hangs is ended: how long a test takes says how busy the machine is, not whether it is right. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

// Also one file by itself puts its database where the whole run does.
if (!process.env.TMPDIR) useTestFolder()

// Most of what a test calls is called for seconds: compiling less of it costs a sixth less than it saves. This reaches
// the tests in threads of this process: units and components.
for (const flag of ['--max-lazy', '--interrupt-budget=1000000']) setFlagsFromString(flag)

/** A worker loads a module once for all of its files: none of them mocks a module, and each leaves the globals as they were. */
const modulesOnce = { isolate: false } as const

export default defineConfig({
  test: {
    // One more than cores: a worker waits while its database works. And two also on one core: with one, all files of
    // components would share a window and the mocks of each other.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...{ name: 'units', ...patience },
          ...modulesOnce,
          pool: 'threads',
          include: [
            'embedded-supabase/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'supabase/declared/**/*.test.ts',
            'supabase/functions/**/*.test.ts',
            'supabase/jobs/**/*.test.ts',
            'supabase/seeds/**/*.test.ts',
            'web/app/**/*.test.ts',
            'web/*.test.ts',
          ],
        },
        resolve,
      },
      {
        test: {
          ...{ name: 'components', ...patience },
          environment: 'jsdom',
          // A worker loads jsdom once and gives each file a window of its own.
          pool: 'vmThreads',
          vmMemoryLimit: '1GB',
          include: ['web/app/**/*.test.tsx'],
          setupFiles: ['./web/test-setup.ts'],
        },
        resolve,
      },
      {
        test: {
          ...{ name: 'contract', ...patience },
          ...modulesOnce,
          include: ['embedded-supabase/test/**/*.test.ts'],
          globalSetup: ['./embedded-supabase/test/support/global-setup.ts'],
        },
      },
      {
        test: {
          ...{ name: 'database', ...patience },
          ...modulesOnce,
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: ['./supabase/tests/support/global-setup.ts'],
        },
        resolve,
      },
    ],
  },
})
