import { expect, test } from 'vitest'
import { findRelationships } from './relationships.ts'
import type { Table } from './types.ts'

const table = (name: string, primaryKey: string[] = ['id']): Table => ({
  schema: 'public',
  name,
  primaryKey,
  isView: false,
  writes: { insert: true, update: true, delete: true },
  hidesRows: false,
  columns: new Map(),
  computed: new Map(),
  visibleTo: [],
})

test('a foreign key is seen from both sides', () => {
  const [courses, authors] = [table('courses'), table('authors')]
  const found = findRelationships([
    { name: 'fk', origin: courses, target: authors, columns: [{ from: 'author_id', to: 'id' }], unique: false },
  ])
  expect(found.get(courses)).toMatchObject([
    { kind: 'many-to-one', target: authors, columns: [{ from: 'author_id', to: 'id' }] },
  ])
  expect(found.get(authors)).toMatchObject([
    { kind: 'one-to-many', target: courses, columns: [{ from: 'id', to: 'author_id' }] },
  ])
})

test('a unique foreign key is one-to-one', () => {
  const [outlines, courses] = [table('outlines'), table('courses')]
  const found = findRelationships([
    { name: 'fk', origin: outlines, target: courses, columns: [{ from: 'id', to: 'id' }], unique: true },
  ])
  expect([found.get(outlines)?.[0]?.kind, found.get(courses)?.[0]?.kind]).toEqual(['one-to-one', 'one-to-one'])
})

test('two keys within a primary key are many-to-many; others are not', () => {
  const [a, b] = [table('a'), table('b')]
  const keys = (junction: Table) =>
    [a, b].map((target) => ({
      name: target.name,
      origin: junction,
      target,
      columns: [{ from: `${target.name}_id`, to: 'id' }],
      unique: false,
    }))
  const linked = findRelationships(keys(table('a_b', ['a_id', 'b_id'])))
  expect(linked.get(a)?.map(({ kind }) => kind)).toEqual(['one-to-many', 'many-to-many'])
  expect(
    findRelationships(keys(table('a_b')))
      .get(a)
      ?.map(({ kind }) => kind),
  ).toEqual(['one-to-many'])
})
