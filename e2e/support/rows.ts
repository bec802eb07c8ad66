import type { Academy } from './academy.ts'

/** Rows as anybody may read them, by the public interface; `query` is what follows the question mark. */
export async function readRows<Row>({ supabaseUrl, anonKey }: Academy, table: string, query: string): Promise<Row[]> {
  const response = await fetch(`${supabaseUrl}/rest/v1/${table}?${query}`, { headers: { apikey: anonKey } })
  if (!response.ok) throw new Error(`${table} could not be read: ${response.status}`)
  return (await response.json()) as Row[]
}

/** Changes a public row for the time of `run`; kept pages show the change within ten seconds. */
export async function whileChanged(
  academy: Academy,
  table: string,
  id: string,
  change: Record<string, unknown>,
  run: () => Promise<void>,
): Promise<void> {
  const columns = Object.keys(change).join(',')
  const [before] = await readRows<Record<string, unknown>>(academy, table, `id=eq.${id}&select=${columns}`)
  if (!before) throw new Error(`${table} has no such row`)
  await academy.patch(table, ['id', id], change)
  try {
    await run()
  } finally {
    await academy.patch(table, ['id', id], before)
  }
}

type MenuCategory = { id: string; name_he: string; slug: string; is_featured: boolean }
type MenuCourse = { title_he: string; description_he: string; category_id: string }

/** The categories that visitors see in menus, with their courses, in order. */
export async function menuRows(academy: Academy) {
  const categories = await readRows<MenuCategory>(
    academy,
    'categories',
    'select=id,name_he,slug,is_featured&is_active=eq.true&order=order_index',
  )
  const courses = await readRows<MenuCourse>(
    academy,
    'courses',
    'select=title_he,description_he,category_id&is_published=eq.true&order=order_index',
  )
  return categories.map((category) => ({
    ...category,
    courses: courses.filter(({ category_id }) => category_id === category.id),
  }))
}
