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
      'app/catalog/bookmarks/bookmark-button.tsx',
      'app/catalog/courses/course-grid.tsx',
      'app/shared/pages/meta.ts',
      'app/shared/ui/bidi.tsx',
      'app/shared/ui/retry-message.tsx',
      'react-dom/index.js',
      'react-dom/cjs/react-dom.production.js',
      'clsx',
    ),
  },
  {
    name: 'data',
    test: anyOf(
      '@tanstack/query-core',
      '@tanstack/react-query',
      '@supabase/postgrest-js',
      'app/shared/client/queries.tsx',
      'app/shared/client/supabase-browser.ts',
    ),
  },
  {
    name: 'primitives',
    test: anyOf(
      '@radix-ui/react-presence',
      '@radix-ui/react-primitive',
      '@radix-ui/react-context',
      '@radix-ui/react-id',
      '@radix-ui/react-use-controllable-state',
      '@radix-ui/react-use-callback-ref',
      '@radix-ui/react-use-layout-effect',
      '@radix-ui/react-slot',
      '@radix-ui/react-direction',
      '@radix-ui/primitive',
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
  {
    name: 'progress',
    test: anyOf(
      'app/course/progress/user-progress.calls.ts',
      'app/course/progress/course-completions.calls.ts',
      'app/course/progress/lesson-states.rules.ts',
      'app/course/lesson/lesson-next.he.ts',
    ),
  },
  { name: 'tabs', test: anyOf('@radix-ui/react-tabs', '@radix-ui/react-roving-focus', '@radix-ui/react-collection') },
  {
    name: 'sign-in',
    test: anyOf(
      'app/session/sign-in/auth.calls.ts',
      'app/session/student/session.he.ts',
      'app/session/tokens/auth-client.ts',
      'app/shared/errors/errors.ts',
      'app/shared/ui/alert.tsx',
      'app/shared/ui/toast.ts',
    ),
  },
  {
    name: 'student',
    test: anyOf(
      'app/account/student-layout/student-layout.route.tsx',
      'app/session/student/session-keeper.ts',
      'app/session/student/sign-out.calls.ts',
      'app/session/student/student-guard.tsx',
    ),
  },
  {
    name: 'outbox',
    test: anyOf(
      'app/course/progress/browser-queue.ts',
      'app/shared/outbox/outbox.ts',
      'app/shared/outbox/present-session.ts',
      'app/shared/storage/browser-store.ts',
      'app/shared/browser/random-id.ts',
    ),
  },
  {
    name: 'notes',
    test: anyOf('app/course/notes/notes.calls.ts', 'app/course/notes/notes.he.ts'),
  },
  { name: 'drafts', test: anyOf('app/shared/storage/drafts.ts', 'app/shared/formats/letters.ts') },
  {
    name: 'lesson-times',
    test: anyOf(
      'app/course/lesson/lesson-duration.tsx',
      'app/course/lesson/lesson.rules.ts',
      'app/course/player/timed-player.ts',
    ),
  },
  {
    name: 'lesson',
    test: anyOf(
      'app/course/files/stored-files.calls.ts',
      'app/course/lesson/lesson-page.he.ts',
      'app/course/lesson/lesson-problem.tsx',
      'app/course/player/captions.rules.ts',
      'app/course/player/player-button.tsx',
      'app/course/player/player-preferences.ts',
      'app/course/player/player.he.ts',
      'app/course/questions/questions.he.ts',
    ),
  },
]
