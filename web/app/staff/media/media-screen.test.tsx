import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import type { FieldParts } from '~/staff/form/versioned-form'
import { mediaText as text } from './media.he'
import { MediaScreen } from './media-screen'
import { PictureField } from './picture-field'

const { rpc, toast, send } = vi.hoisted(() => ({
  rpc: vi.fn(),
  toast: { success: vi.fn(), error: vi.fn() },
  send: vi.fn(),
}))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/shared/ui/toast', () => ({ toast }))
vi.mock('./resumable-upload.calls', () => ({ sendResumably: send }))

const variants = [{ width: 640, height: 480, format: 'webp', path: 'library/a/640.webp', bytes: 9 }]
const READY = {
  ...{ id: 'm1', name: 'beach.jpg', state: 'ready', failure: null, width: 640, height: 480, original_bytes: 120_000 },
  ...{ alt_he: '', focus_x: 0.5, focus_y: 0.5, variants },
}
const BROKEN = { ...READY, id: 'm2', name: 'bad.png', state: 'failed', failure: 'BROKEN', variants: [] }
let answers: Record<string, unknown>
beforeEach(() => {
  answers = { list_media_files: { rows: [READY, BROKEN], total: 2, bytes: 2_500_000 }, describe_media_file: READY }
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () =>
      answers[name] instanceof Error
        ? { data: null, error: { message: 'Failed to fetch', code: '', details: '' }, status: 0 }
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
  expect(screen.getByText(/2.5 מגה/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText(text.search), 'ים')
  await waitFor(() =>
    expect(called('list_media_files').at(-1)).toEqual({ query: { search: 'ים', sort: 'newest', page: '1' } }),
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
    new File(['x'], 'x.svg', { type: 'image/svg+xml' }),
  ])
  expect(await screen.findByText(text.failures.TYPE ?? '')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('progressbar', { name: text.progress('a.png') }).getAttribute('aria-valuenow')).toBe('50'),
  )
  await user.click(screen.getByRole('button', { name: `${text.pause}: a.png` }))
  expect(screen.getByText(text.states.paused)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: `${text.cancel}: a.png` }))
  await user.click(screen.getByRole('button', { name: `${text.clear}: x.svg` }))
  expect(screen.queryByText('a.png')).toBeNull()
})

it('a field gets the address of a picture that is ready, and of no other', async () => {
  const chosen = vi.fn()
  const parts = { name: 'cover', label: 'תמונה', error: undefined } as FieldParts
  screenAt('/admin', <PictureField parts={parts} hint={undefined} value="" onChosen={chosen} />)
  await userEvent.click(screen.getByRole('button', { name: text.pick }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: text.pickThis('bad.png') })).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: text.pickThis('beach.jpg') }))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('/storage/v1/object/public/images/library/a/640.webp')
})

it('that does not come can be asked for again; an empty one says how to fill it', async () => {
  answers.list_media_files = new Error()
  screenAt('/admin/media', <MediaScreen />)
  expect(await screen.findByText(text.failed)).toBeTruthy()
  answers.list_media_files = { rows: [], total: 0, bytes: 0 }
  await userEvent.click(screen.getByRole('button', { name: /שוב/ }))
  expect(await screen.findByText(text.empty)).toBeTruthy()
})
