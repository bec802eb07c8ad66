import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { captionsText as text } from './captions.he'
import { CaptionsField } from './captions-field'
import { cuesIn, type StoredTrack, writeCues } from './cues.rules'

const { sign, toast } = vi.hoisted(() => ({ sign: vi.fn(), toast: { success: vi.fn(), error: vi.fn() } }))
vi.mock('~/course/files/stored-files.calls', () => ({ signStoredFile: sign }))
vi.mock('~/shared/ui/toast', () => ({ toast }))

const HEBREW = { lang: 'he', label: 'עברית', vtt: writeCues([{ start: 0, end: 3, text: 'שלום לכולם' }]) }
const ENGLISH = { lang: 'en', label: 'English', vtt: 'WEBVTT' }
let form: Record<string, string>
const writes: [string, string][] = []
beforeEach(() => {
  writes.length = 0
  sign.mockReset().mockResolvedValue('https://academy.example/film.mp4')
  form = { captions: JSON.stringify([HEBREW, ENGLISH]), transcript: '', provider: 'file', video_ref: 'films/a.mp4' }
})

function Form() {
  const [values, setValues] = useState(form)
  const parts = {
    name: 'captions',
    label: 'כתוביות',
    error: undefined,
    onChange: async () => {},
    onBlur: async () => {},
  }
  return (
    <CaptionsField
      parts={{ ...parts, ref: () => undefined }}
      held={(name) => values[name] ?? ''}
      write={(name, value) => {
        writes.push([name, value])
        setValues({ ...values, [name]: value })
      }}
    />
  )
}
async function open() {
  screenAt('/admin', <Form />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: text.open }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}
const written = () => JSON.parse(writes.at(-1)?.[1] ?? '[]') as StoredTrack[]

it('are split at the caret, merged, moved, deleted and brought back, beside other languages', async () => {
  const { user, dialog } = await open()
  const first = dialog.getByLabelText<HTMLTextAreaElement>(text.words(1))
  first.setSelectionRange(4, 4)
  fireEvent.keyDown(first, { key: 'Enter', ctrlKey: true })
  expect(dialog.getByLabelText<HTMLTextAreaElement>(text.words(2)).value).toBe('לכולם')
  await user.clear(dialog.getByLabelText(text.end(2)))
  await user.type(dialog.getByLabelText(text.end(2)), '0:04{Tab}')
  await user.click(dialog.getByRole('button', { name: text.remove(1) }))
  expect(dialog.queryByLabelText(text.words(2))).toBeNull()
  await user.click(dialog.getByRole('button', { name: text.undo }))
  await user.type(dialog.getByLabelText(text.shift), '1')
  await user.click(dialog.getByRole('button', { name: text.shiftDo }))
  await user.click(dialog.getByRole('button', { name: text.done }))
  expect(written().map(({ lang }) => lang)).toEqual(['he', 'en'])
  expect(cuesIn(written(), 'he')).toMatchObject([{ text: 'שלום' }, { text: 'לכולם', end: 5 }])
  expect(screen.getByText(/2 כתוביות/)).toBeTruthy()
})

it('have the time that is typed before its field is left, in one step, and nothing that is no time', async () => {
  const { user, dialog } = await open()
  const end = () => dialog.getByLabelText<HTMLInputElement>(text.end(1))
  await user.clear(end())
  await user.type(end(), '0:07.50')
  expect(end().value).toBe('0:07.50')
  await user.tab()
  expect(end().value).toBe('0:07.5')
  await user.type(end(), '{Backspace}{Backspace}x')
  await user.tab()
  expect(end().value).toBe('0:07.5')
  await user.click(dialog.getByRole('button', { name: text.undo }))
  expect(end().value).toBe('0:03')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: text.undo }).disabled).toBe(true)
  await user.clear(end())
  await user.type(end(), '4{Escape}')
  expect(cuesIn(written(), 'he')).toMatchObject([{ end: 4 }])
})

it('stay as they were when the work is dropped, and when nothing changed', async () => {
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('button', { name: text.done }))
  await user.click(screen.getByRole('button', { name: text.open }))
  await user.type(screen.getByLabelText(text.words(1)), ' עוד')
  await user.click(screen.getByRole('button', { name: text.drop }))
  expect(writes).toEqual([])
})

it('are taken from a file, which is refused when it holds none, and become the transcript', async () => {
  const { user, dialog } = await open()
  const choose = (content: string) =>
    user.upload(
      dialog.getByLabelText<HTMLInputElement>(text.import, { selector: 'input' }),
      new File([content], 'a.vtt'),
    )
  await choose('WEBVTT\n\n00:01.000 --> סוף\nבלי סוף')
  expect((await dialog.findByRole('alert')).textContent).toBe(`a.vtt, ${text.fileProblem(3, 'TIME')}`)
  expect(dialog.getByLabelText<HTMLTextAreaElement>(text.words(1)).value).toBe('שלום לכולם')
  await choose('WEBVTT\n\n0:1,0 -> 0:1,5\n<i>תוקן</i>\n0:1,5 -> 0:2\nכאן')
  expect((await dialog.findByText(text.fixesTitle)).parentElement?.textContent).toBe(
    [
      text.fixesTitle,
      '2 שורות זמנים נכתבו בצורה המקובלת.',
      'ההפרדה בין כתוביות תוקנה במקום אחד.',
      'עיצוב או מיקום הוסרו במקום אחד.',
    ].join(''),
  )
  await choose('WEBVTT\n\n00:01.000 --> 00:02.000\nמהקובץ.')
  await waitFor(() => expect(dialog.getByLabelText<HTMLTextAreaElement>(text.words(1)).value).toBe('מהקובץ.'))
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.queryByText(text.fixesTitle)).toBeNull()
  await user.click(dialog.getByRole('button', { name: text.toTranscript }))
  expect(writes).toEqual([['transcript', '0:01-0:02 מהקובץ.']])
})

it('are written from the transcript, and say what is hard to read', async () => {
  form = { ...form, captions: '[]', transcript: `0:00-0:01 ${'מילה '.repeat(10).trim()}` }
  const { user, dialog } = await open()
  expect(dialog.getByText(text.empty)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: text.fromTranscript }))
  expect(dialog.getByText(new RegExp(text.troubles.fast))).toBeTruthy()
})

it('have the film beside them, start and end where it stands, and no film of Vimeo', async () => {
  const { dialog } = await open()
  const video = dialog.getByLabelText<HTMLVideoElement>(text.video)
  await waitFor(() => expect(video.getAttribute('src')).toBe('https://academy.example/film.mp4'))
  expect(sign).toHaveBeenCalledExactlyOnceWith('lesson-videos', 'films/a.mp4', 3600)
  video.currentTime = 1.25
  fireEvent.keyDown(dialog.getByLabelText(text.words(1)), { code: 'BracketLeft', ctrlKey: true })
  expect(dialog.getByLabelText<HTMLInputElement>(text.start(1)).value).toBe('0:01.25')
})

it('have no film where Vimeo shows it', async () => {
  form = { ...form, provider: 'vimeo', video_ref: '123' }
  const { dialog } = await open()
  expect(dialog.getByText(text.noVideo)).toBeTruthy()
  expect(sign).not.toHaveBeenCalled()
})

it('are written by the keyboard alone, and the caret is never lost', async () => {
  const { user, dialog } = await open()
  const words = (number: number) => dialog.getByLabelText<HTMLTextAreaElement>(text.words(number))
  const press = (code: string) => fireEvent.keyDown(document.activeElement ?? document.body, { code, ctrlKey: true })
  words(1).focus()
  words(1).setSelectionRange(4, 4)
  fireEvent.keyDown(words(1), { key: 'Enter', code: 'Enter', ctrlKey: true })
  expect(document.activeElement).toBe(words(2))
  press('ArrowUp')
  expect(document.activeElement).toBe(words(1))
  press('KeyM')
  expect(words(1).value).toBe('שלום\nלכולם')
  expect(document.activeElement).toBe(words(1))
  press('KeyI')
  expect(document.activeElement).toBe(words(2))
  await user.keyboard('עוד')
  expect(words(2).value).toBe('עוד')
  press('KeyD')
  expect(document.activeElement).toBe(words(1))
  press('KeyD')
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: text.add }))
  press('KeyZ')
  expect(document.activeElement).toBe(words(1))
})

it('are written in a language of their own, in the order of languages, and leave the others and the transcript alone', async () => {
  screenAt('/admin', <Form />)
  const user = userEvent.setup()
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    ...['עברית ✓', 'العربية', 'Русский', 'English ✓', 'Français', 'አማርኛ'],
  ])
  await user.selectOptions(screen.getByLabelText(text.language), 'ru')
  expect(screen.getByText(text.none)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.open }))
  const dialog = within(await screen.findByRole('dialog', { name: 'כתוביות: Русский' }))
  expect(dialog.queryByRole('button', { name: text.toTranscript })).toBeNull()
  await user.click(dialog.getByRole('button', { name: text.add }))
  await user.type(dialog.getByLabelText(text.words(1)), 'Ставка')
  await user.click(dialog.getByRole('button', { name: text.done }))
  expect(written().map(({ lang, label }) => [lang, label])).toEqual([
    ...[
      ['he', 'עברית'],
      ['ru', 'Русский'],
      ['en', 'English'],
    ],
  ])
  expect(written()[0]).toEqual(HEBREW)
  expect(cuesIn(written(), 'ru')).toMatchObject([{ text: 'Ставка' }])
})
