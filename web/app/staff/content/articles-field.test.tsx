import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { ArticlesField } from './articles-field'
import { contentText as text } from './content.he'

const { articles } = vi.hoisted(() => ({ articles: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: `מאמר ${id}` })) }))
vi.mock('~/shared/client/supabase-browser', () => {
  const query: Record<string, () => unknown> = {
    select: () => query,
    order: () => query,
    limit: () => query,
    abortSignal: () => query,
    overrideTypes: () => Promise.resolve({ data: articles, error: null, status: 200 }),
  }
  return { browserSupabase: () => ({ from: () => query }) }
})

const written = vi.fn()
beforeEach(() => written.mockReset())

function Field() {
  const [json, setJson] = useState('[]')
  const parts = { label: 'מאמרים קשורים', name: 'related_ids', ref: () => undefined, error: undefined }
  const onWrite = (next: string) => {
    written(next)
    setJson(next)
  }
  return <ArticlesField parts={parts as never} hint={undefined} json={json} onWrite={onWrite} />
}

const boxes = () => screen.getAllByRole<HTMLSelectElement>('combobox')
const choose = (place: number, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: text.related(place) }), { target: { value } })

it('takes up to three articles, none twice, and closes the gap of one that is let go', async () => {
  screenAt('/', <Field />)
  await waitFor(() => expect(boxes()[0]?.options).toHaveLength(5))
  choose(1, 'b')
  choose(2, 'a')
  expect([...(boxes()[2]?.options ?? [])].map(({ value }) => value)).toEqual(['', 'c', 'd'])
  choose(3, 'd')
  expect(written).toHaveBeenLastCalledWith('["b","a","d"]')
  expect(boxes()).toHaveLength(3)
  choose(1, '')
  expect(written).toHaveBeenLastCalledWith('["a","d"]')
  expect(boxes().map(({ value }) => value)).toEqual(['a', 'd', ''])
})
