import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { auditText } from './audit.he'

const MIGRATIONS = new URL('../../../../supabase/migrations/', import.meta.url)
const sql = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => readFileSync(new URL(name, MIGRATIONS), 'utf8'))
  .join('\n')

/** What the database writes into the log: the words in the place of the action, also those that a condition chooses. */
function writtenActions(): string[] {
  const places = [
    ...sql.matchAll(
      /insert into public\.audit_log \(actor, action[^)]*\)\s*(?:values\s*\(|select)[^,]+,([^;]{0,160})/g,
    ),
    ...sql.matchAll(/note_student_action\([^,;]+,([^,;]+),/g),
  ]
  const words = places.flatMap(([, place = '']) => {
    const action = place.trim().startsWith('case') ? place.slice(0, place.indexOf('end')) : (place.split(',')[0] ?? '')
    return [...action.matchAll(/'([a-z][a-z ]+)'/g)].map(([, word = '']) => word)
  })
  return [...new Set(words)]
}

test('every action that the database logs is said in Hebrew', () => {
  const written = writtenActions()
  expect(written.length).toBeGreaterThan(50)
  expect(written).toEqual(expect.arrayContaining(['note written', 'note changed', 'student tagged']))
  expect(written.filter((action) => !Object.hasOwn(auditText.actions, action))).toEqual([])
})
