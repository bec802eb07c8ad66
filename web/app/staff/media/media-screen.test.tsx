import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { mediaText as text, usesText } from './media.he'
import { MediaScreen } from './media-screen'
import { BROKEN, READY, SHEET, VIDEO } from './sample-media'

const { rpc, toast, send, member } = vi.hoisted(() => ({
  member: { role: { name: 'super_admin', level: 1, permissions: [] as string[] } },
  rpc: vi.fn(),
  toast: { success: vi.fn(), error: vi.fn() },
  send: vi.fn(),
}))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/shared/ui/toast', () => ({ toast }))
vi.mock('~/staff/shared/use-member', () => ({ useMember: () => member }))
vi.mock('./resumable-upload.calls', () => ({ sendResumably: send }))

const USES = {
  ...{ seen: 'mark', trash_days: 30, posters: [] },
  uses: [
    {
      kind: 'course',
      id: 'c1',
      title: 'קורס א',
      parent: null,
      in_draft: true,
      in_public: true,
      older: 2,
      may_write: true,
    },
    {
      kind: 'essay',
      id: 'e1',
      title: 'מאמר',
      parent: null,
      in_draft: false,
      in_public: false,
      older: 1,
      may_write: true,
    },
  ],
}
let answers: Record<string, unknown>
beforeEach(() => {
  member.role = { name: 'super_admin', level: 1, permissions: [] }
  answers = {
    list_media_files: { rows: [READY, BROKEN, VIDEO, SHEET], total: 4, bytes: 2_500_000, quota: 5e10, trash_days: 30 },
    ...{ describe_media_file: READY, replace_media_file: 1, trash_media_file: READY },
    read_media_uses: { seen: '', trash_days: 30, uses: [], posters: [] },
  }
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () =>
      answers[name] instanceof Error
        ? {
            data: null,
            error: { message: answers[name].message || 'Failed to fetch', code: answers[name].message, details: '' },
            status: answers[name].message ? 409 : 0,
          }
        : { data: answers[name], error: null, status: 200 },
  }))
  send.mockReset()
})
const called = (name: string) => rpc.mock.calls.filter(([asked]) => asked === name).map(([, args]) => args)

it('shows what is there, what lacks a text and what was refused, and finds by words', async () => {
  screenAt('/admin/media', <MediaScreen />)
  expect(await screen.findByText('beach.jpg')).toBeTruthy()
  expect(screen.getByText(text.noAlt)).toBeTruthy()
  expect(screen.getByText(text.failures.BROKEN ?? '')).toBeTruthy()
  expect(screen.getByText(/2.5 MB.* מתוך .*50 GB/)).toBeTruthy()
  expect(screen.getByText(/1:01 · 5 MB/)).toBeTruthy()
  expect(screen.getByText(new RegExp(text.slowStart))).toBeTruthy()
  expect(screen.getByText('34 KB')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(text.search), 'ים')
  await waitFor(() =>
    expect(called('list_media_files').at(-1)).toEqual({
      query: { shelf: 'all', search: 'ים', sort: 'newest', page: '1' },
    }),
  )
  await userEvent.selectOptions(screen.getByLabelText(text.kind), 'video')
  await userEvent.selectOptions(screen.getByLabelText(text.shelf), 'trash')
  await userEvent.selectOptions(screen.getByLabelText(text.sort), 'largest')
  await waitFor(() =>
    expect(called('list_media_files').at(-1)).toEqual({
      query: { kind: 'video', shelf: 'trash', search: 'ים', sort: 'largest', page: '1' },
    }),
  )
})

it('a picture gets its text, and the point that stays by pointer and by arrows', async () => {
  const user = userEvent.setup()
  screenAt('/admin/media', <MediaScreen />)
  await user.click(await screen.findByRole('button', { name: text.open('beach.jpg') }))
  const dialog = within(screen.getByRole('dialog'))
  const picture = dialog.getByRole('button', { name: new RegExp(text.focus) })
  picture.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 100 }) as DOMRect
  fireEvent.click(picture, { clientX: 150, clientY: 20, detail: 1 })
  fireEvent.keyDown(picture, { key: 'ArrowDown' })
  await user.type(dialog.getByLabelText(text.alt), 'חוף הים')
  await user.click(dialog.getByRole('button', { name: text.save }))
  await waitFor(() =>
    expect(called('describe_media_file')).toEqual([{ id: 'm1', alt_he: 'חוף הים', focus_x: 0.75, focus_y: 0.25 }]),
  )
})

it('chosen files go up with their progress, and say why one cannot', async () => {
  send.mockImplementation(async (_file, _id, { onProgress }) => {
    onProgress(1)
    return { pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() }
  })
  screenAt('/admin/media', <MediaScreen />)
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(screen.getByLabelText<HTMLInputElement>(text.choose, { selector: 'input' }), [
    new File(['ab'], 'a.png', { type: 'image/png' }),
    new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' }),
  ])
  expect(await screen.findByText(text.failures.HEIC ?? '')).toBeTruthy()
  expect(screen.getByText(`${text.summary.underway.one}, ${text.summary.failed.one}`)).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('progressbar', { name: text.progress('a.png') }).getAttribute('aria-valuenow')).toBe('50'),
  )
  await user.click(screen.getByRole('button', { name: `${text.pause}: a.png` }))
  expect(screen.getByText(text.states.paused)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.clearOver }))
  expect(screen.queryByText('IMG_1.HEIC')).toBeNull()
  await user.click(screen.getByRole('button', { name: `${text.cancel}: a.png` }))
  expect(screen.queryByText('a.png')).toBeNull()
  expect(document.activeElement?.textContent).toBe(text.choose)
})

it('what was written of a picture is kept when its dialog closes, unless it is given up', async () => {
  const { user, dialog } = await opened('beach.jpg')
  await user.type(dialog.getByLabelText(text.alt), 'חוף')
  await user.click(dialog.getByRole('button', { name: text.giveUp }))
  expect(dialog.getByLabelText<HTMLTextAreaElement>(text.alt).value).toBe('')
  await user.type(dialog.getByLabelText(text.alt), 'חוף הים')
  answers.describe_media_file = new Error()
  await user.keyboard('{Escape}')
  expect(await dialog.findByRole('alert')).toBeTruthy()
  answers.describe_media_file = READY
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(called('describe_media_file').at(-1)).toMatchObject({ id: 'm1', alt_he: 'חוף הים' })
  await user.click(screen.getByRole('button', { name: text.open('beach.jpg') }))
  await user.keyboard('{Escape}')
  expect(called('describe_media_file')).toHaveLength(2)
})

it('a file that was refused says what to do, and can leave the library', async () => {
  const { dialog } = await opened('bad.png')
  expect(dialog.getByRole('alert').textContent).toBe(text.failures.BROKEN)
  expect(await dialog.findByRole('button', { name: usesText.trash })).toBeTruthy()
  expect(dialog.queryByText(usesText.none)).toBeNull()
})

it('that does not come can be asked for again; an empty one says how to fill it', async () => {
  answers.list_media_files = new Error()
  screenAt('/admin/media', <MediaScreen />)
  expect(await screen.findByText(text.failed)).toBeTruthy()
  answers.list_media_files = { rows: [], total: 0, bytes: 0, quota: 1, trash_days: 30 }
  await userEvent.click(screen.getByRole('button', { name: /שוב/ }))
  expect(await screen.findByText(text.empty.all[0])).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText(text.shelf), 'unused')
  expect(await screen.findByText(text.empty.unused[0])).toBeTruthy()
  await userEvent.type(screen.getByLabelText(text.search), 'ים')
  expect(await screen.findByText(text.empty.found[0])).toBeTruthy()
})

const opened = async (name: string) => {
  const user = userEvent.setup()
  screenAt('/admin/media', <MediaScreen />)
  await user.click(await screen.findByRole('button', { name: text.open(name) }))
  return { user, dialog: within(screen.getByRole('dialog')) }
}

it('says where a file is used, what will change, and puts another in its place', async () => {
  answers.read_media_uses = { ...USES, posters: [{ id: 'm3', name: 'lesson.mp4' }] }
  const { user, dialog } = await opened('beach.jpg')
  const line = (await dialog.findByRole('link', { name: 'קורס א' })).closest('li')
  expect(line?.textContent).toContain(`${usesText.public}, ${usesText.draft}, ${usesText.older.two}`)
  expect(dialog.queryByRole('button', { name: usesText.trash })).toBeNull()
  answers.list_media_files = {
    rows: [{ ...READY, id: 'm9', name: 'other.png' }, READY],
    total: 2,
    bytes: 1,
    quota: 2,
    trash_days: 30,
  }
  await user.click(dialog.getByRole('button', { name: usesText.replace }))
  const other = await screen.findByRole('button', { name: text.pickThis('other.png') })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: text.pickThis('beach.jpg') }).disabled).toBe(true)
  await user.click(other)
  const asked = within(await screen.findByRole('dialog', { name: usesText.replaceTitle('beach.jpg') }))
  expect(asked.getByText(/other.png/).textContent).toContain(usesText.replaceLead.two)
  expect(asked.getByText('קורס א')).toBeTruthy()
  expect(asked.getByText(usesText.poster('lesson.mp4'))).toBeTruthy()
  expect(asked.queryByText('מאמר')).toBeNull()
  answers.replace_media_file = new Error('MEDIA_USES_CHANGED')
  await user.click(asked.getByRole('button', { name: usesText.replace }))
  expect(await asked.findByText(usesText.refusals.MEDIA_USES_CHANGED ?? '')).toBeTruthy()
  answers.replace_media_file = 1
  await user.click(asked.getByRole('button', { name: usesText.replace }))
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith(usesText.replaced))
  expect(called('replace_media_file').at(-1)).toEqual({ id: 'm1', replacement: 'm9', seen: 'mark' })
})

it('what is used where its reader may not write is not replaced, and leads nowhere that stays closed', async () => {
  member.role = { name: 'marketing', level: 4, permissions: ['news.manage'] }
  answers.read_media_uses = { ...USES, uses: [{ ...USES.uses[0], title: null, may_write: false }, USES.uses[1]] }
  const { dialog } = await opened('beach.jpg')
  expect(await dialog.findByText(usesText.hiddenTitle)).toBeTruthy()
  expect(dialog.getByText(usesText.notReplaced)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: usesText.replace })).toBeNull()
  expect(dialog.getByText('מאמר')).toBeTruthy()
  expect(dialog.queryByRole('link')).toBeNull()
})

it('what is not used goes to the trash, told for how long, and comes back', async () => {
  answers.read_media_uses = { ...USES, uses: [USES.uses[1]] }
  const { user, dialog } = await opened('beach.jpg')
  await user.click(await dialog.findByRole('button', { name: usesText.trash }))
  const asked = within(await screen.findByRole('dialog', { name: usesText.trash }))
  expect(asked.getByText(`${usesText.trashLead(30)} ${usesText.trashOlder}`)).toBeTruthy()
  await user.click(asked.getByRole('button', { name: usesText.trash }))
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith(usesText.trashed))
  answers.list_media_files = { rows: [{ ...READY, trashed_at: 'x' }], total: 1, bytes: 1, quota: 2, trash_days: 30 }
  await user.selectOptions(screen.getByLabelText(text.shelf), 'trash')
  await user.click(await screen.findByRole('button', { name: text.open('beach.jpg') }))
  await user.click(await screen.findByRole('button', { name: usesText.restore }))
  await waitFor(() =>
    expect(called('trash_media_file')).toEqual([
      { id: 'm1', trash: true },
      { id: 'm1', trash: false },
    ]),
  )
})

it('a film says how long it is, and what makes it hard to watch', async () => {
  const { dialog } = await opened('lesson.mp4')
  expect(dialog.getByText('1:01')).toBeTruthy()
  expect(dialog.getByText(text.notFaststart)).toBeTruthy()
  expect(dialog.getByText(text.hevc)).toBeTruthy()
})
