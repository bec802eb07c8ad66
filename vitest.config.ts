import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const webAlias = { '~': fileURLToPath(new URL('./web/app', import.meta.url)) }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'units',
          include: [
            'embedded-supabase/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'supabase/functions/**/*.test.ts',
            'supabase/seeds/**/*.test.ts',
            'web/app/**/*.test.ts',
            'web/*.test.ts',
          ],
        },
        resolve: { alias: webAlias },
      },
      {
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['web/app/**/*.test.tsx'],
          setupFiles: ['./web/test-setup.ts'],
          testTimeout: 30_000,
        },
        resolve: { alias: webAlias },
      },
      {
        test: {
          name: 'contract',
          include: ['embedded-supabase/test/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'database',
          include: ['supabase/tests/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
        resolve: { alias: webAlias },
      },
    ],
    maxWorkers: 2,
  },
})
