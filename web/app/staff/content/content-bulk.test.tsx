import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { selectionText } from '~/staff/list-selection/selection.he'
import { contentBulkText as text } from './bulk.he'
import { contentText } from './content.he'
import { contentListText } from './content-list.he'
import { ContentListScreen } from './content-list-screen'

const { rpc, from } = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc, from }) }))

const row = (id: string, version: number) => ({
  ...{ id, title: `קורס ${id}`, version, sort_value: id, slug: null, state: 'draft', is_featured: false, parent: null },
  ...{ edited_at: '2026-11-23T10:00:00Z', edited_by: null, publish_at: null },
})
let answers: Record<string, (args: Record<string, unknown>) => unknown>
beforeEach(() => {
  rpc.mockReset()
  answers = {
    list_content: ({ query }) => {
      const behind = (query as { after?: unknown }).after !== undefined
      return { rows: behind ? [row('c', 7)] : [row('a', 3), row('b', 4), row('c', 7)], size: 2, total: 3 }
    },
    change_contents: () => [
      { id: 'a', outcome: 'changed' },
      { id: 'b', outcome: 'refused', code: 'CONTENT_INCOMPLETE' },
    ],
  }
  rpc.mockImplementation((name: string, args: Record<string, unknown>) => ({
    abortSignal: async () => ({ data: answers[name]?.(args), error: null, status: 200 }),
  }))
  const table = {
    ...{ select: () => table, order: () => table, limit: () => table, abortSignal: () => table },
    overrideTypes: async () => ({ data: [{ id: 'k1', name: 'השקעות' }], error: null, status: 200 }),
  }
  from.mockReturnValue(table)
})
const sent = () => rpc.mock.calls.filter(([name]) => name === 'change_contents').map(([, args]) => args)
async function open(kind: 'course' | 'category' | 'author' = 'course', search = '') {
  screenAt('/admin/courses', <ContentListScreen kind={kind} />, `/admin/courses${search}`)
  await screen.findByRole('link', { name: 'קורס a' })
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: selectionText.page }))
  return user
}
const button = (name: string) => screen.getByRole('button', { name })

it('publishes what is chosen in the versions that the list showed, tells what was refused and why, and tries that again', async () => {
  const user = await open()
  await user.click(button(text.acts.publish))
  expect(await screen.findByText(text.done.publish.one)).toBeTruthy()
  expect(screen.getByText(text.why.CONTENT_INCOMPLETE ?? '')).toBeTruthy()
  const records = [
    { id: 'a', version: 3 },
    { id: 'b', version: 4 },
  ]
  expect(sent()).toEqual([{ kind: 'course', action: 'publish', records, changes: {} }])
  await user.click(button(selectionText.again))
  await waitFor(() => expect(sent()[1]).toMatchObject({ records: [{ id: 'b', version: 4 }] }))
})

it('chooses all that match, over the pages, with the versions that were read for it', async () => {
  const user = await open()
  await user.click(button(selectionText.all('3')))
  await screen.findByText('נבחרו 3')
  await user.click(button(text.acts.publish))
  await waitFor(() => expect(sent()[0]?.records).toContainEqual({ id: 'c', version: 7 }))
})

it('keeps every row as it is while the page around it changes, so that no press on one is lost', async () => {
  const user = await open()
  const link = screen.getByRole('link', { name: 'קורס a' })
  await user.click(button(contentListText.create.course))
  await screen.findByRole('dialog')
  expect(link.isConnected).toBe(true)
})

it('gives a category to drafts, and none', async () => {
  const user = await open()
  await user.click(button(text.category))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('option', { name: 'השקעות' })
  await user.selectOptions(dialog.getByLabelText(contentText.labels.category_id ?? ''), 'k1')
  await user.click(dialog.getByRole('button', { name: text.acts.set }))
  await waitFor(() => expect(sent()).toMatchObject([{ action: 'set', changes: { category_id: 'k1' } }]))
})

it('puts the values back that the drafts had, each its own, and does not offer that once more', async () => {
  answers.change_contents = ({ records }) =>
    (records as { id: string }[]).map(({ id }) => ({
      ...{ id, outcome: 'changed', version: 9 },
      before: { is_featured: id === 'a' ? true : null },
    }))
  const user = await open('category')
  await user.click(button(text.unfeature))
  await user.click(await screen.findByRole('button', { name: text.undo.set ?? '' }))
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent().slice(1)).toMatchObject([
    { action: 'set', records: [{ id: 'a', version: 9 }], changes: { is_featured: true } },
    { action: 'set', records: [{ id: 'b', version: 9 }], changes: { is_featured: null } },
  ])
  await screen.findByText(text.done.set.two)
  expect(screen.queryByRole('button', { name: text.undo.set ?? '' })).toBeNull()
})

it('takes a publication back: what was shown before, with its moments, and of those alone that were published', async () => {
  const later = '2027-01-01T10:00:00Z'
  answers.change_contents = ({ action: act }) =>
    act === 'publish'
      ? [
          { id: 'a', outcome: 'changed', version: 3, made: 6, before: { publish_at: later, unpublish_at: null } },
          { id: 'b', outcome: 'unchanged', version: 4, made: 2, before: { publish_at: null, unpublish_at: null } },
        ]
      : [{ id: 'a', outcome: 'refused', code: 'CONTENT_CHANGED' }]
  const user = await open()
  await user.click(button(text.acts.publish))
  await user.click(await screen.findByRole('button', { name: text.undo.publish ?? '' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual({
    ...{ kind: 'course', action: 'put_back', changes: {} },
    records: [{ id: 'a', version: 3, made: 6, publish_at: later, unpublish_at: null }],
  })
  expect(await screen.findByText(text.whyNotBack.CONTENT_CHANGED ?? '')).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.undo.publish ?? '' })).toBeNull()
})

it('shows again what was hidden', async () => {
  answers.change_contents = ({ action: act, records }) =>
    (records as { id: string }[]).map(({ id }) => ({
      ...{ id, outcome: 'changed' },
      ...(act === 'unpublish' && { version: 3, made: 7, before: { publish_at: null, unpublish_at: null } }),
    }))
  const user = await open()
  await user.click(button(text.acts.unpublish))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: contentText.unpublish }))
  await user.click(await screen.findByRole('button', { name: text.undo.unpublish ?? '' }))
  expect(await screen.findByText(text.done.put_back.two)).toBeTruthy()
  expect(sent().map(({ action: act }) => act)).toEqual(['unpublish', 'put_back'])
})

it('asks before it puts records into the trash, and takes them back', async () => {
  const user = await open()
  await user.click(button(text.acts.trash))
  expect(sent()).toEqual([])
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: contentText.trash }))
  await user.click(await screen.findByRole('button', { name: text.undoTrash }))
  await waitFor(() => expect(sent().map(({ action: act }) => act)).toEqual(['trash', 'restore']))
})

it.each([
  ['category', [text.feature, text.unfeature], [text.category, text.author]],
  ['author', [text.acts.publish], [text.acts.trash, text.acts.unpublish, text.feature]],
] as const)('offers for %s what such a record can become', async (kind, there, missing) => {
  await open(kind)
  for (const name of there) expect(button(name)).toBeTruthy()
  for (const name of missing) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('of the trash only takes back', async () => {
  await open('course', '?state=trash')
  expect(button(text.acts.restore)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.acts.publish })).toBeNull()
})
