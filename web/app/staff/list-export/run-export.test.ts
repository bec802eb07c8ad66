import { expect, it } from 'vitest'
import { type ExportSource, runExport } from './run-export'

const PAGE = 3
const writer = {
  type: 'text/plain',
  add: (rows: readonly number[]) => [new TextEncoder().encode(`${rows.join()},`)],
  end: () => [new TextEncoder().encode('end')],
}
/** So many rows, of which an export holds at most `most`. */
const sourceOf = (rows: number, most = rows): ExportSource<number> => ({
  open: async () => ({ id: 'x', total: Math.min(rows, most), more: rows > most }),
  read: async (_, place) => {
    const from = Number(place?.value ?? 0)
    const to = Math.min(from + PAGE, rows)
    return {
      rows: Array.from({ length: to - from }, (_, i) => from + i),
      next: to < rows ? { value: String(to), id: 'i' } : null,
    }
  },
})
const run = (
  source: ExportSource<number>,
  onProgress: (done: number) => void = () => undefined,
  stopper = new AbortController(),
) => runExport({ source, format: 'csv', writer, onProgress, signal: stopper.signal })

it('reads every page to the end and says how far it is', async () => {
  const progress: number[] = []
  const exported = await run(sourceOf(7), (done) => progress.push(done))
  expect(exported).toMatchObject({ count: 7, more: false })
  expect(await exported?.file.text()).toBe('0,1,2,3,4,5,6,end')
  expect(progress).toEqual([0, 3, 6])
})

it('holds no more rows than it may, and says that there are more', async () => {
  const exported = await run(sourceOf(20, 5))
  expect(exported).toMatchObject({ count: 5, more: true })
  expect(await exported?.file.text()).toBe('0,1,2,3,4,end')
})

it('gives nothing when it was stopped', async () => {
  const stopper = new AbortController()
  expect(await run(sourceOf(7), (done) => done > 0 && stopper.abort(), stopper)).toBeNull()
})

it('passes on what a page fails with', async () => {
  const source = { ...sourceOf(7), read: () => Promise.reject(new Error('gone')) }
  await expect(run(source)).rejects.toThrow('gone')
})
