import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { flags } from './flags-plugin.ts'
import { styleElements } from './style-elements-plugin.ts'

/** What every public page needs travels in one file: small files cost more in headers than they hold. */
const SITE_MODULES = new RegExp(
  [
    String.raw`/web/app/features/site-layout/(site-|account-actions|courses-menu\.|mobile-menu-button|offline|pending|social|use-)`,
    '/web/app/features/privacy-choice/privacy-choice.',
    String.raw`/web/app/components/(category-(icon|index)|course-(card|grid|image)|logo|page-error|retry-message|state-message)\.`,
    String.raw`/web/app/components/ui/(avatar|badge|button|icon|loading|progress-bar|skeleton|spinner|toaster-place)\.`,
    String.raw`/web/app/config/(constants|paths|site)\.`,
    String.raw`/web/app/domain/(consent|durations|plural|text)\.`,
    '/web/app/lib/(lazy-part|load-once|media-url|meta|session|stored-choice|use-|when-idle)',
    String.raw`/web/app/locales/he/(catalog|common|page-error|site-layout)\.`,
    String.raw`/node_modules/(clsx|react-dom/(index|cjs/react-dom\.production)\.|@radix-ui/react-direction|react/cjs/react-jsx-runtime|react/jsx-runtime)`,
    'vite/preload-helper',
  ].join('|'),
)

/** What goes together wherever a person's own data is read, and wherever a dialog opens. */
const DATA_MODULES =
  /\/node_modules\/@(tanstack|supabase\/postgrest-js)\/|\/web\/app\/(components\/queries|lib\/(query-client|supabase-browser))\./
const DIALOG_MODULES =
  /\/node_modules\/(@radix-ui\/react-(dialog|dismissable-layer|focus-|portal|presence)|aria-hidden|react-remove-scroll|use-(callback-ref|sidecar))|\/web\/app\/(components\/ui\/dialog|lib\/style-singleton)\./

const GROUPS = [
  { name: 'site', test: SITE_MODULES },
  { name: 'data', test: DATA_MODULES },
  { name: 'dialog', test: DIALOG_MODULES },
]

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

/** The package makes style elements, which the policy of the pages forbids. */
const styleSingleton = fileURLToPath(new URL('./app/shared/ui/style-singleton.ts', import.meta.url))

export default defineConfig(({ command, isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [tailwindcss(), reactRouter(), flags(), styleElements()],
  resolve: {
    alias: [
      { find: '~', replacement: fileURLToPath(new URL('./app', import.meta.url)) },
      { find: /^react-style-singleton$/, replacement: styleSingleton },
      ...(command === 'build' && !isSsrBuild ? productionRouter : []),
    ],
  },
  // Development finds every dependency before the first page, instead of loading that page twice.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}'] },
  build: isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } },
}))
