import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { SECTION_TITLES } from '../web/app/account/my-data/my-data-file.he.ts'

const MIGRATIONS = new URL('../supabase/migrations/', import.meta.url)

it("every section of the copy of one's own data has a Hebrew name, and no name stands for nothing", () => {
  const sections = readdirSync(fileURLToPath(MIGRATIONS)).flatMap((file) =>
    [...readFileSync(new URL(file, MIGRATIONS), 'utf8').matchAll(/view private\.export_(\w+)/g)].map(
      ([, name]) => name,
    ),
  )
  expect(Object.keys(SECTION_TITLES).sort()).toEqual([...new Set(sections)].sort())
})
