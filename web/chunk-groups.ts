import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A test for modules: own files by their path, packages by their name. @throws when there is no such file or package */
function anyOf(...paths: string[]): (module: string) => boolean {
  const wanted = paths.map((path) => {
    const place = path.startsWith('app/') ? here(path) : here(`../node_modules/${path}`)
    if (!existsSync(place)) throw new Error(`There is no ${path} that a chunk could be made of`)
    return place.replaceAll('\\', '/')
  })
  return (module) => wanted.some((place) => module === place || module.startsWith(`${place}/`))
}

/**
 * Files that travel together, each with all that it imports: small files cost more in headers than they hold. A module
 * belongs to the first group that reaches it. What comes of it is looked at by e2e/tests/chunks.spec.ts.
 */
export const CHUNK_GROUPS = [
  {
    name: 'site',
    test: anyOf(
      'app/root.tsx',
      'app/site/layout/layout.route.tsx',
      'app/catalog/courses/course-grid.tsx',
      'app/shared/ui/retry-message.tsx',
      'react-dom/index.js',
      'react-dom/cjs/react-dom.production.js',
      'clsx',
    ),
  },
  {
    name: 'data',
    test: anyOf(
      '@tanstack',
      '@supabase/postgrest-js',
      'app/shared/client/queries.tsx',
      'app/shared/client/supabase-browser.ts',
    ),
  },
  {
    name: 'dialog',
    test: anyOf(
      '@radix-ui/react-dialog',
      '@radix-ui/react-portal',
      '@radix-ui/react-presence',
      '@radix-ui/react-focus-scope',
      'react-remove-scroll',
      'app/shared/ui/dialog.tsx',
    ),
  },
]
