import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const from = (table: string) => server.client().from(table)

describe('to-one', () => {
  test('embeds the row that a foreign key points at', async () => {
    const { data } = await from('courses').select('id, category:categories(name)').in('id', [1, 4]).order('id')
    expect(data).toEqual([
      { id: 1, category: { name: 'Money' } },
      { id: 4, category: null },
    ])
  })

  test('is found by constraint, by column, and by a hint', async () => {
    for (const embed of [
      'courses_author_fkey(name)',
      'author_id(name)',
      'authors!courses_author_fkey(name)',
      'authors!author_id(name)',
    ]) {
      const { data, error } = await from('courses').select(`who:${embed}`).eq('id', 1)
      expect({ embed, data, error }).toEqual({ embed, data: [{ who: { name: 'Dana' } }], error: null })
    }
  })

  test('is one object from both sides of a one-to-one key', async () => {
    const { data } = await from('courses').select('id, course_outlines(outline)').lt('id', 3).order('id')
    expect(data).toEqual([
      { id: 1, course_outlines: { outline: 'in, out' } },
      { id: 2, course_outlines: null },
    ])
    const back = await from('course_outlines').select('courses(title)')
    expect(back.data).toEqual([{ courses: { title: 'Budget' } }])
  })

  test('drops rows without it when joined inner', async () => {
    const { data, count } = await from('courses')
      .select('id, categories!inner(name)', { count: 'exact' })
      .eq('categories.name', 'Money')
    expect(data).toEqual([{ id: 1, categories: { name: 'Money' } }])
    expect(count).toBe(1)
  })

  test('spreads its columns into the parent', async () => {
    const { data } = await from('courses').select('id, ...categories(category_name:name)').eq('id', 2)
    expect(data).toEqual([{ id: 2, category_name: 'Saving' }])
  })

  test('orders the parent by its column', async () => {
    const { data } = await from('courses')
      .select('id, categories(id)')
      .order('categories(name)', { ascending: false, nullsFirst: false })
    expect(data?.map(({ id }) => id)).toEqual([2, 1, 3, 4])
  })
})

describe('to-many', () => {
  test('embeds an array, empty without rows', async () => {
    const { data } = await from('courses').select('id, lessons(id)').in('id', [2, 3]).order('id')
    expect(data).toEqual([
      { id: 2, lessons: [{ id: 4 }] },
      { id: 3, lessons: [] },
    ])
  })

  test('has its own filters, order and range', async () => {
    const { data } = await from('courses')
      .select('id, lessons(title)')
      .eq('id', 1)
      .neq('lessons.title', 'Income')
      .order('position', { referencedTable: 'lessons', ascending: false })
      .limit(1, { referencedTable: 'lessons' })
    expect(data).toEqual([{ id: 1, lessons: [{ title: 'Balance' }] }])
    const ranged = await from('courses')
      .select('lessons(id)')
      .eq('id', 1)
      .order('id', { referencedTable: 'lessons' })
      .range(1, 1, { referencedTable: 'lessons' })
    expect(ranged.data).toEqual([{ lessons: [{ id: 2 }] }])
  })

  test('or-groups apply to it', async () => {
    const { data } = await from('courses')
      .select('lessons(id)')
      .eq('id', 1)
      .or('title.eq.Income,title.eq.Balance', { referencedTable: 'lessons' })
    expect(data).toEqual([{ lessons: [{ id: 1 }, { id: 3 }] }])
  })

  test('drops parents without it when joined inner', async () => {
    const { data } = await from('courses').select('id, lessons!inner()').order('id')
    expect(data).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('nests', async () => {
    const { data } = await from('categories')
      .select('name, courses(title, lessons(id), authors!courses_author_fkey(name))')
      .eq('id', 2)
    expect(data).toEqual([
      { name: 'Saving', courses: [{ title: 'Pension', lessons: [{ id: 4 }], authors: { name: 'Dana' } }] },
    ])
  })

  test('filters of a nested resource reach it', async () => {
    const { data } = await from('categories')
      .select('name, courses!inner(title, lessons!inner(title))')
      .eq('courses.lessons.title', 'Funds')
    expect(data).toEqual([{ name: 'Saving', courses: [{ title: 'Pension', lessons: [{ title: 'Funds' }] }] }])
  })

  test('spreads its columns as arrays', async () => {
    const { data } = await from('courses')
      .select('id, ...lessons(titles:title)')
      .in('id', [1, 3])
      .order('id')
      .order('id', { referencedTable: 'lessons' })
    expect(data).toEqual([
      { id: 1, titles: ['Income', 'Expenses', 'Balance'] },
      { id: 3, titles: [] },
    ])
  })
})

describe('many-to-many', () => {
  test('passes through the table between', async () => {
    const { data } = await from('courses')
      .select('id, tags(name)')
      .in('id', [1, 3])
      .order('id')
      .order('id', { referencedTable: 'tags' })
    expect(data).toEqual([
      { id: 1, tags: [{ name: 'home' }, { name: 'work' }] },
      { id: 3, tags: [] },
    ])
    const back = await from('tags').select('courses(id)').eq('id', 2).order('id', { referencedTable: 'courses' })
    expect(back.data).toEqual([{ courses: [{ id: 1 }, { id: 2 }] }])
  })

  test('takes the table between as a hint', async () => {
    const { data } = await from('tags').select('name, courses!course_tags!inner(title)').eq('courses.id', 2)
    expect(data).toEqual([{ name: 'work', courses: [{ title: 'Pension' }] }])
  })
})

describe('a table and itself', () => {
  test('the table name means the many, the column means the one', async () => {
    const { data } = await from('categories')
      .select('name, children:categories(name), parent:parent_id(name)')
      .in('id', [1, 2])
      .order('id')
      .order('id', { referencedTable: 'children' })
    expect(data).toEqual([
      { name: 'Money', children: [{ name: 'Saving' }, { name: 'Debt' }], parent: null },
      { name: 'Saving', children: [], parent: { name: 'Money' } },
    ])
  })
})

describe('null filters on a resource', () => {
  test('keep parents without it', async () => {
    const { data } = await from('courses').select('id, lessons()').is('lessons', null).order('id')
    expect(data).toEqual([{ id: 3 }, { id: 4 }])
  })

  test('keep parents with one of two', async () => {
    const { data } = await from('courses')
      .select('id, lessons(), categories()')
      .eq('categories.name', 'Debt')
      .or('lessons.not.is.null,categories.not.is.null')
      .order('id')
    expect(data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  test('refuse other operators', async () => {
    const { error } = await from('courses').select('id, lessons()').eq('lessons', 1)
    expect(error).toMatchObject({ code: 'PGRST120', message: "Bad operator on the 'lessons' embedded resource" })
  })
})

describe('functions of a row', () => {
  test('embed what they return, with filters, one or many', async () => {
    const { data } = await from('courses')
      .select('id, late_lessons(id), first:first_lesson(title), ...first_lesson(first_position:position)')
      .gt('late_lessons.position', 2)
      .in('id', [1, 3])
      .order('id')
    expect(data).toEqual([
      { id: 1, late_lessons: [{ id: 3 }], first: { title: 'Income' }, first_position: 1 },
      { id: 3, late_lessons: [], first: null, first_position: null },
    ])
  })

  test('work on written rows and on results of functions', async () => {
    const updated = await server
      .client(server.supabase.serviceRoleKey)
      .from('courses')
      .update({ minutes: 60 })
      .eq('id', 1)
      .select('id, first_lesson(id)')
    expect(updated.data).toEqual([{ id: 1, first_lesson: { id: 1 } }])
    const called = await server.client().rpc('all_courses').select('id, late_lessons(id)').eq('id', 2)
    expect(called.data).toEqual([{ id: 2, late_lessons: [] }])
  })
})

describe('refusals', () => {
  test('of two resources under one name', async () => {
    const { error, status } = await from('courses').select('authors!author_id(name), authors!editor_id(name)')
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: '42712', message: 'table name "courses_authors_1" specified more than once' })
  })

  test('of an unknown column of a resource', async () => {
    const { error } = await from('courses').select('id, lessons(sum)')
    expect(error).toMatchObject({ code: '42703', message: 'column lessons_1.sum does not exist' })
  })

  test('of what has no relationship', async () => {
    const { error, status } = await from('courses').select('no_key(value)')
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'PGRST200',
      message: "Could not find a relationship between 'courses' and 'no_key' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'courses' and 'no_key' in the schema 'public', but no matches were found.",
    })
  })

  test('of what is ambiguous, naming the choices', async () => {
    const { error, status } = await from('courses').select('authors(name)')
    expect(status).toBe(300)
    expect(error).toMatchObject({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'courses' and 'authors'",
      hint: "Try changing 'authors' to one of the following: 'authors!courses_author_fkey', 'authors!courses_editor_fkey'. Find the desired relationship in the 'details' key.",
    })
    expect(error?.details).toContainEqual({
      cardinality: 'many-to-one',
      embedding: 'courses with authors',
      relationship: 'courses_author_fkey using courses(author_id) and authors(id)',
    })
  })

  test('of filters on what is not embedded', async () => {
    const { error } = await from('courses').select('id').eq('lessons.id', 1)
    expect(error).toMatchObject({
      code: 'PGRST108',
      message: "'lessons' is not an embedded resource in this request",
      hint: "Verify that 'lessons' is included in the 'select' query parameter.",
    })
  })

  test('of an order by a to-many resource', async () => {
    const { error } = await from('courses').select('id, lessons(id)').order('lessons(id)')
    expect(error).toMatchObject({ code: 'PGRST118', message: "A related order on 'lessons' is not possible" })
  })
})

describe('views', () => {
  test('have the relationships of the columns that they pass through', async () => {
    const signed = await from('signed_courses').select('number, authors(name), lessons(id)').eq('number', 2)
    expect(signed.data).toEqual([{ number: 2, authors: { name: 'Dana' }, lessons: [{ id: 4 }] }])
    const authors = await from('authors')
      .select('id, signed_courses(number)')
      .order('id')
      .order('number', { referencedTable: 'signed_courses' })
    expect(authors.data).toEqual([
      { id: 1, signed_courses: [{ number: 1 }, { number: 2 }] },
      { id: 2, signed_courses: [{ number: 3 }] },
    ])
    const byColumn = await from('signed_courses').select('author:writer(name)').eq('number', 3)
    expect(byColumn.data).toEqual([{ author: { name: 'Avi' } }])
  })

  test('on views, results of functions and many-to-many keys too', async () => {
    const early = await from('early_courses').select('number, authors(name)').order('number').limit(1)
    expect(early.data).toEqual([{ number: 1, authors: { name: 'Dana' } }])
    const called = await server.client().rpc('courses_signed').select('number, authors(name)').eq('number', 3)
    expect(called.data).toEqual([{ number: 3, authors: { name: 'Avi' } }])
    const tagged = await from('signed_courses').select('tags(name)').eq('number', 2)
    expect(tagged.data).toEqual([{ tags: [{ name: 'work' }] }])
  })

  test('do not come between a table and what its keys name', async () => {
    const { data, error } = await from('lessons').select('course_id(title)').eq('id', 4)
    expect([data, error]).toEqual([[{ course_id: { title: 'Pension' } }], null])
    expect((await from('any_names').select('courses(id)')).error?.code).toBe('PGRST200')
  })
})
