import { expect, it } from 'vitest'
import { readDeclared } from '../supabase/declared/load.ts'
import { SECTION_TITLES } from '../web/app/account/my-data/my-data-file.he.ts'

it("every section of the copy of one's own data has a Hebrew name, and no name stands for nothing", () => {
  const sections = readDeclared().flatMap(({ sql }) => /^create view private\.export_(\w+)/.exec(sql)?.[1] ?? [])
  expect(Object.keys(SECTION_TITLES).sort()).toEqual(sections.sort())
})
