import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cookies } from '../../../../supabase/seeds/content/legal/cookies'
import { PREFERENCE_KEYS, type StorageKey } from './storage'

/** Complete by its type: a new key of `storage.ts` does not compile before it stands here. */
const KEPT_BY_STORAGE: Record<StorageKey, true> = {
  user_session_expiry: true,
  admin_session_expiry: true,
  'user-force-loaded': true,
  'admin-force-loaded': true,
  'signed-out-at': true,
  'staff-active-at': true,
  'mail-requests': true,
  'agreed-registration': true,
  'recovery-request': true,
  'visitor-key': true,
  'lesson-drafts': true,
  'lesson-player': true,
  'lesson-keys': true,
  'lesson-autoplay': true,
  'lesson-tab': true,
  'quiz-layout': true,
  'sign-in-email': true,
}

/** What is kept by other means than `storage.ts`, and the only files that may: each keeps keys that the policy names. */
const KEPT_ELSEWHERE: Record<string, string[]> = {
  'session/tokens/auth-client.ts': ['sb-auth-token'],
  'session/student/page-return.ts': [],
  'session/student/session-keeper.ts': [],
  'session/student/sign-out.calls.ts': [],
  'shared/storage/consent-flags.ts': ['cookie-preferences'],
  'shared/storage/storage.ts': [],
  'site/early-input/run-page.ts': [],
  'site/privacy-choice/store-choice.ts': [],
  'site/privacy-choice/stored-choice.ts': ['cookie-consent', 'cookie-consent-date', 'cookie-banner-minimized'],
  'course/player/player-preferences.ts': ['lesson-player-vimeo'],
  'course/notes/browser-note-queue.ts': ['academy-notes'],
  'course/progress/pending-store.ts': ['academy-progress'],
  'quizzes/attempt/answer-queue.ts': ['academy-answers'],
  'staff/form/stored-edits.ts': ['academy-edits'],
}

const KEEPS = /\b(localStorage|sessionStorage|openBrowserStore\b|indexedDB\.|document\.cookie\s*=)/
const app = fileURLToPath(new URL('../..', import.meta.url))
const policyRows = [...cookies.matchAll(/^\| \{([^}]+)\} \| ([^|]+) \| ([^|]+) \|$/gm)]

test('the cookie policy names everything that the browser keeps, and nothing else', () => {
  const kept = [...Object.keys(KEPT_BY_STORAGE), ...Object.values(KEPT_ELSEWHERE).flat()]
  expect(policyRows.map(([, key]) => key).sort()).toEqual(kept.sort())
})

test('what is kept by consent alone says so', () => {
  for (const [, key, why] of policyRows) {
    const wants = PREFERENCE_KEYS.some((habit) => habit === key)
      ? 'העדפות'
      : key === 'visitor-key'
        ? 'מדידה'
        : undefined
    expect(/\((העדפות|מדידה)\)/.exec(why ?? '')?.[1], key).toBe(wants)
  }
})

test('no other file keeps anything in the browser', () => {
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^shared\/testing\/|\/test-[\w-]+\.tsx?$/.test(path))
  expect(sources.length).toBeGreaterThan(300)
  const keeping = sources.filter((path) => KEEPS.test(readFileSync(join(app, path), 'utf8')))
  expect(keeping.filter((path) => path !== 'shared/storage/browser-store.ts').sort()).toEqual(
    Object.keys(KEPT_ELSEWHERE).sort(),
  )
})
