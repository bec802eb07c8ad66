import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { editorText } from '~/staff/editor/editor.he'
import { ArticlesField } from './articles-field'
import { articlesFieldText as text } from './articles-field.he'

const ARTICLES = ['ריבית', 'אינפלציה', 'מס הכנסה', 'ריבית קבועה'].map((title, at) => ({
  ...{ id: `a${at}`, title_he: title, name: title, slug: `s${at}`, is_published: at !== 1 },
}))
const { rows } = vi.hoisted(() => ({ rows: { all: [] as { id: string; name: string; is_published: boolean }[] } }))
vi.mock('~/shared/client/supabase-browser', () => ({
  browserSupabase: () => ({
    from: () => {
      let found = rows.all
      const answer = async () => ({ data: found, error: null, status: 200 })
      const query: Record<string, (...words: never[]) => unknown> = {
        select: () => query,
        limit: () => query,
        eq: (column: 'is_published', value: boolean) => narrow((row) => row[column] === value),
        ilike: (_: string, pattern: string) => narrow(({ name }) => name.includes(pattern.replaceAll('*', ''))),
        in: (_: string, ids: string[]) => narrow(({ id }) => ids.includes(id)),
        abortSignal: () => Object.assign(answer(), { overrideTypes: answer }),
      }
      const narrow = (fits: (row: (typeof rows.all)[number]) => boolean) => {
        found = found.filter(fits)
        return query
      }
      return query
    },
  }),
}))

const written = vi.fn()
beforeEach(() => {
  written.mockReset()
  rows.all = ARTICLES
})

function Field({ first = [] }: { first?: string[] }) {
  const [json, setJson] = useState(JSON.stringify(first))
  const parts = { label: 'מאמרים קשורים', name: 'related_ids', ref: () => undefined, error: undefined }
  const onWrite = (next: string) => {
    written(JSON.parse(next))
    setJson(next)
  }
  return <ArticlesField parts={parts as never} hint={undefined} json={json} onWrite={onWrite} />
}
const search = () => screen.getByLabelText<HTMLInputElement>(text.search)
const found = async () =>
  within(await screen.findByRole('list', { name: editorText.pages }))
    .getAllByRole('button')
    .map((button) => button.lastChild?.textContent)

it('is found by its title among what visitors see, is chosen by keyboard, and is not found again', async () => {
  const user = userEvent.setup()
  screenAt('/', <Field />)
  await user.type(search(), 'ריבית{Enter}')
  expect(await found()).toEqual(['ריבית', 'ריבית קבועה'])
  await user.tab()
  await user.keyboard('{Enter}')
  expect(written).toHaveBeenLastCalledWith(['a0'])
  expect(screen.getByText(text.added('ריבית'))).toBeTruthy()
  expect(document.activeElement).toBe(search())
  expect(search().value).toBe('')
  await user.type(search(), 'ריבית')
  expect(await found()).toEqual(['ריבית קבועה'])
  // A draft leads nowhere.
  await user.clear(search())
  await user.type(search(), 'אינפלציה')
  expect(await screen.findByText(editorText.noPages)).toBeTruthy()
})

it('holds three in their order, which can be changed, and says which of them nobody will see', async () => {
  const user = userEvent.setup()
  screenAt('/', <Field first={['a0', 'a1', 'gone']} />)
  expect(await screen.findByText(text.hidden)).toBeTruthy()
  expect(screen.queryByLabelText(text.search)).toBeNull()
  expect(screen.getByText(text.full)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.earlier('אינפלציה') }))
  expect(written).toHaveBeenLastCalledWith(['a1', 'a0', 'gone'])
  await user.click(screen.getByRole('button', { name: text.remove(text.unknown) }))
  expect(written).toHaveBeenLastCalledWith(['a1', 'a0'])
  expect(search()).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.earlier('אינפלציה') })).toBeNull()
})
