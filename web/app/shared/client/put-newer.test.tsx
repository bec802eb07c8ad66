import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { putNewer } from './put-newer'
import { queryClient } from './query-client'

const KEY = ['thing']

/** A screen whose reads are answered when the test wants it. */
function openScreen() {
  const reads: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => reads.push(resolve))
  const observer = new QueryObserver(queryClient(), { queryKey: KEY, queryFn })
  const seen: unknown[] = []
  leave = observer.subscribe(({ data }) => void (data !== seen.at(-1) && seen.push(data)))
  return { reads, seen, observer }
}
let leave = () => {}
afterEach(() => {
  leave()
  queryClient().clear()
})

const put = (value: string) => putNewer<string>(queryClient(), KEY, (known) => known && value)

it('a read that began before the change does not put the older state back, and is begun again', async () => {
  const { reads, seen, observer } = openScreen()
  reads[0]?.('old')
  await expect.poll(() => seen).toEqual(['old'])
  void observer.refetch()
  put('new')
  expect(reads).toHaveLength(3)
  reads[1]?.('old')
  reads[2]?.('newest')
  await expect.poll(() => seen.at(-1)).toBe('newest')
  expect(seen).toEqual(['old', 'new', 'newest'])
})

it.each([
  ['is put', put],
  ['is announced', () => void queryClient().invalidateQueries({ queryKey: KEY })],
])('a first read is begun again, too, when a change %s', async (_, change) => {
  const { reads, seen } = openScreen()
  change('new')
  expect(reads).toHaveLength(2)
  reads[0]?.('old')
  reads[1]?.('new')
  await expect.poll(() => seen).toEqual(['new'])
})

it('a read that nobody waits for any more does not put the older state back either', async () => {
  const { reads, seen, observer } = openScreen()
  reads[0]?.('old')
  await expect.poll(() => seen).toEqual(['old'])
  const read = observer.refetch()
  leave()
  put('new')
  reads[1]?.('old')
  await read
  expect(queryClient().getQueryData(KEY)).toBe('new')
  leave = observer.subscribe(() => undefined)
  expect(reads).toHaveLength(3)
})

it('nothing is read again where nothing was being read', async () => {
  const { reads, seen } = openScreen()
  reads[0]?.('old')
  await expect.poll(() => seen).toEqual(['old'])
  put('new')
  await expect.poll(() => seen).toEqual(['old', 'new'])
  expect(reads).toHaveLength(1)
})

it('whoever awaits a first read that is begun again gets what the second one brings', async () => {
  const { reads } = openScreen()
  const awaited = queryClient().fetchQuery({ queryKey: KEY, queryFn: () => 'never asked' })
  void queryClient().invalidateQueries({ queryKey: KEY })
  reads[0]?.('old')
  reads[1]?.('new')
  expect(await awaited).toBe('new')
})
