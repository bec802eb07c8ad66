import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import type { FieldParts } from '~/staff/form/versioned-form'
import { LessonFilesField } from './lesson-files-field'
import { mediaText as text } from './media.he'
import { PictureField } from './picture-field'
import { BROKEN, READY, SHEET, VIDEO } from './sample-media'
import { VideoField } from './video-field'

const library = { rows: [READY, BROKEN, VIDEO, SHEET], total: 4, bytes: 2_500_000, quota: 5e10, trash_days: 30 }
const rpc = () => ({ abortSignal: async () => ({ data: library, error: null, status: 200 }) })
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

it('a field gets the address of a picture that is ready, and of no other', async () => {
  const chosen = vi.fn()
  const parts = { name: 'cover', label: 'תמונה', error: undefined } as FieldParts
  screenAt('/admin', <PictureField parts={parts} hint={undefined} value="" onChosen={chosen} />)
  await userEvent.click(screen.getByRole('button', { name: text.pick }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: text.pickThis('bad.png') })).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: text.pickThis('beach.jpg') }))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('/storage/v1/object/public/images/library/a/640.webp')
})

it('a lesson gets a video of the library with its length and its picture, and keeps a picture of its own', async () => {
  const write = vi.fn()
  const parts = { name: 'video_ref', label: 'סרטון', error: undefined } as FieldParts
  screenAt('/admin', <VideoField parts={parts} hint={undefined} held={() => ''} write={write} />)
  await userEvent.click(screen.getByRole('button', { name: text.pick }))
  await userEvent.click(await screen.findByRole('button', { name: text.pickThis('lesson.mp4') }))
  expect(write.mock.calls).toEqual([
    ['provider', 'file'],
    ['duration_seconds', '61'],
    ['poster_url', '/storage/v1/object/public/images/library/a/640.webp'],
    ['video_ref', 'library/m3.mp4'],
  ])
})

it('a link of Vimeo that is pasted leaves the number and the code of the video, and says where it lies', async () => {
  const write = vi.fn()
  const parts = { name: 'video_ref', label: 'סרטון', error: undefined } as FieldParts
  screenAt('/admin', <VideoField parts={parts} hint={undefined} held={() => ''} write={write} />)
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('סרטון'))
  await user.paste('films/a.mp4')
  expect(write).not.toHaveBeenCalled()
  await user.paste('https://vimeo.com/76979871/8272103f6e?share=copy')
  expect(write.mock.calls).toEqual([
    ['provider', 'vimeo'],
    ['video_ref', '76979871/8272103f6e'],
  ])
})

it('a lesson names files, each once, under words of its own', async () => {
  const write = vi.fn()
  const parts = { name: 'attachments', label: 'קבצים', error: undefined } as FieldParts
  const had = { title: 'טבלה', path: 'library/x/b.csv', bytes: 900 }
  screenAt('/admin', <LessonFilesField parts={parts} json={JSON.stringify([had])} write={write} />)
  await userEvent.click(screen.getByRole('button', { name: text.fileWords.add }))
  await userEvent.click(await screen.findByRole('button', { name: text.pickThis('דף.pdf') }))
  const added = { title: 'דף', path: 'library/m4/a.pdf', bytes: 34_000 }
  expect(write).toHaveBeenLastCalledWith('attachments', JSON.stringify([had, added]))
  fireEvent.change(screen.getByLabelText(text.fileWords.name), { target: { value: 'טבלה אחרת' } })
  expect(write).toHaveBeenLastCalledWith('attachments', JSON.stringify([{ ...had, title: 'טבלה אחרת' }]))
  await userEvent.click(screen.getByRole('button', { name: `${text.fileWords.remove}: טבלה` }))
  expect(write).toHaveBeenLastCalledWith('attachments', '[]')
})
