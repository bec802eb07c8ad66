import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { CHUNK_GROUPS } from './chunk-groups.ts'
import { styleElements } from './style-elements-plugin.ts'

/**
 * The router's package leads everyone to its development build, warnings and all; browsers get the other one. Exact
 * names only: its parts for types and tools stay as they are.
 */
const productionRouter = [
  { find: /^react-router$/, replacement: 'react-router/dist/production/index.mjs' },
  { find: /^react-router\/dom$/, replacement: 'react-router/dist/production/dom-export.mjs' },
].map(({ find, replacement }) => ({
  find,
  replacement: fileURLToPath(new URL(`../node_modules/${replacement}`, import.meta.url)),
}))

/** The oldest browsers that scripts and styles are written for; README says so, and app.css tells older ones. */
const BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4']

/** The package makes style elements, which the policy of the pages forbids. */
const styleSingleton = fileURLToPath(new URL('./app/shared/ui/style-singleton.ts', import.meta.url))

export default defineConfig(({ command, isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [tailwindcss(), reactRouter(), styleElements()],
  resolve: {
    alias: [
      { find: '~', replacement: fileURLToPath(new URL('./app', import.meta.url)) },
      { find: /^react-style-singleton$/, replacement: styleSingleton },
      ...(command === 'build' && !isSsrBuild ? productionRouter : []),
    ],
  },
  // Development finds every dependency before the first page, instead of loading that page twice.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}'] },
  build: isSsrBuild
    ? {}
    : {
        target: BROWSERS,
        cssTarget: BROWSERS,
        // The licences of what is bundled want to travel with it; scripts/licences.mjs reads the names from here.
        license: { fileName: 'third-party-licences.txt' },
        rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
      },
}))
