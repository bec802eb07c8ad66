import type { Academy } from './academy.ts'

/** Rows as anybody may read them, by the public interface; `query` is what follows the question mark. */
export async function readRows<Row>({ url, anonKey }: Academy, table: string, query: string): Promise<Row[]> {
  const response = await fetch(`${url}/rest/v1/${table}?${query}`, { headers: { apikey: anonKey } })
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
