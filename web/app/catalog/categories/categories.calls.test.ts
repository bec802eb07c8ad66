import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSupabase } from '~/shared/client/supabase'
import { findCategory, listCategories, toCategory } from './categories.calls'

const row = {
  id: 'c1',
  name_he: 'יסודות',
  description_he: null,
  slug: 'finance-basics',
  order_index: 1,
  is_active: true,
  is_featured: true,
  created_at: '2026-01-01T00:00:00Z',
  courses: [{ id: 'k1' }, { id: 'k2' }],
}

const asked: URL[] = []
const clientThat = (answer: () => Response | Promise<Response>) =>
  createSupabase({
    supabaseUrl: 'http://supabase.test',
    anonKey: 'anon',
    fetch: async (input) => {
      asked.push(new URL(String(input)))
      return answer()
    },
  })

afterEach(() => {
  asked.length = 0
  vi.useRealTimers()
})

it('[3-08] maps a row to its camelCase model', () => {
  expect(toCategory(row)).toEqual({
    id: 'c1',
    nameHe: 'יסודות',
    descriptionHe: '',
    slug: 'finance-basics',
    orderIndex: 1,
    isActive: true,
    isFeatured: true,
    createdAt: '2026-01-01T00:00:00Z',
    courseCount: 2,
  })
})

describe('list of categories', () => {
  it('[7-13] asks once for active ones in order, with all fields', async () => {
    const { items } = await listCategories(clientThat(() => Response.json([row])))
    expect(items).toHaveLength(1)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.searchParams.get('select')).toBe('*,courses(id)')
    expect(asked[0]?.searchParams.get('is_active')).toBe('eq.true')
    expect(asked[0]?.searchParams.get('order')).toBe('order_index.asc')
  })
  it("[8-36] gives 'Error fetching categories' and an empty list", async () => {
    const supabase = clientThat(() => Response.json({ message: '' }, { status: 500 }))
    expect(await listCategories(supabase)).toEqual({ items: [], error: 'Error fetching categories' })
  })
  it('[4-47] [9-25] stops waiting after 8 seconds', async () => {
    vi.useFakeTimers()
    const list = listCategories(clientThat(() => new Promise(() => undefined)))
    await vi.advanceTimersByTimeAsync(7_999)
    let settled = false
    void list.then(() => {
      settled = true
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await list).toEqual({ items: [], error: 'Error fetching categories' })
  })
})

describe('one category', () => {
  it('[7-13] is asked for by slug among the active ones', async () => {
    const { page } = await findCategory(
      clientThat(() => Response.json([{ ...row, courses: [] }])),
      'finance-basics',
    )
    expect(page?.category.nameHe).toBe('יסודות')
    expect(asked[0]?.searchParams.get('slug')).toBe('eq.finance-basics')
    expect(asked[0]?.searchParams.get('is_active')).toBe('eq.true')
  })
  it("[8-36] says 'Error fetching category' when there is no message", async () => {
    const supabase = clientThat(() => Response.json({ message: '' }, { status: 500 }))
    expect((await findCategory(supabase, 'x')).error).toBe('Error fetching category')
  })
})
