import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { screenAt } from '~/shared/testing/screen-at'
import { TextField } from '~/shared/ui/text-field'
import { formText as text } from './form.he'
import { EditConflict } from './refusals'
import { storeEdits } from './stored-edits'
import { VersionedForm } from './versioned-form'
import type { FormValue, UnsavedEdits } from './versions.rules'

const { toast } = vi.hoisted(() => ({ toast: { info: vi.fn() } }))
vi.mock('~/shared/ui/toast', () => ({ toast }))

const record = { version: 3, values: { name: 'א', body: 'אחת שתיים' } }
const schema = z.object({ name: z.string(), body: z.string() })
const [save, read, keep] = [vi.fn(), vi.fn(), vi.fn()]
let serial = 0

beforeEach(() => {
  serial++
  for (const call of [save, read, keep, toast.info]) call.mockReset()
  read.mockResolvedValue(undefined)
  keep.mockResolvedValue(undefined)
  save.mockImplementation(async (version: number, changes: object) => ({
    version: version + 1,
    values: { ...record.values, ...changes },
  }))
})

/** Words in their places, joined where each changed another one. */
const join = (_: string, base: FormValue, mine: FormValue, theirs: FormValue) => {
  const [from, own, other] = [base, mine, theirs].map((one) => String(one).split(' ')) as [string[], string[], string[]]
  const joined = from.map((word, place) => (own[place] === word ? other[place] : own[place]))
  return from.some((word, place) => own[place] !== word && other[place] !== word) ? null : joined.join(' ')
}
const show = () =>
  screenAt(
    '/form',
    <VersionedForm
      label="פרטים"
      labels={{ name: 'שם', body: 'טקסט' }}
      record={record}
      schema={schema}
      save={save}
      keepAs={`noa ${serial}`}
      copies={{ read, keep }}
      join={join}
      read={(field, value) => (field === 'body' ? `קוראים: ${value}` : value)}
    >
      {({ field }) => (
        <>
          <TextField {...field('name')} />
          <TextField {...field('body')} />
        </>
      )}
    </VersionedForm>,
  )
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const write = (name: string, value: string) => fireEvent.change(input(name), { target: { value } })
const pressSave = () => userEvent.click(screen.getByRole('button', { name: /^שמירה/ }))
const left = (changes: object, at: number): UnsavedEdits => ({ read: record, changes: changes as never, at })

describe('unsaved changes', () => {
  it('are kept on the server by themselves, and dropped once they are saved', async () => {
    show()
    write('שם', 'ב')
    await waitFor(() => expect(keep).toHaveBeenCalledExactlyOnceWith({ read: record, changes: { name: 'ב' } }))
    await pressSave()
    await waitFor(() => expect(keep).toHaveBeenLastCalledWith(undefined))
  })

  it('of another device are offered, the newer of two copies', async () => {
    await storeEdits(`noa ${serial}`, { read: record, changes: { name: 'כאן' } })
    read.mockResolvedValue(left({ name: 'שם' }, Date.now() + 60_000))
    show()
    await userEvent.click(await screen.findByRole('button', { name: text.takeLeft }))
    expect(input('שם').value).toBe('שם')
    await pressSave()
    expect(save).toHaveBeenCalledExactlyOnceWith(3, { name: 'שם' })
    await waitFor(() => expect(keep).toHaveBeenLastCalledWith(undefined))
  })

  it('that are given up are dropped there too', async () => {
    read.mockResolvedValue(left({ name: 'שם' }, Date.now()))
    show()
    await userEvent.click(await screen.findByRole('button', { name: text.forgetLeft }))
    await waitFor(() => expect(keep).toHaveBeenCalledExactlyOnceWith(undefined))
  })

  it('that say what stands already are not offered', async () => {
    read.mockResolvedValue(left({ name: 'א' }, Date.now()))
    show()
    await waitFor(() => expect(keep).toHaveBeenCalledExactlyOnceWith(undefined))
    expect(screen.queryByRole('button', { name: text.takeLeft })).toBeNull()
  })

  it('left on purpose are not kept afterwards', async () => {
    const { router, at } = show()
    write('שם', 'ב')
    await waitFor(() => expect(keep).toHaveBeenCalledOnce())
    write('שם', 'בג')
    await act(() => router.navigate('/elsewhere'))
    await userEvent.click(await screen.findByRole('button', { name: text.leave }))
    await waitFor(() => expect(at()).toBe('/elsewhere'))
    expect(keep).toHaveBeenLastCalledWith(undefined)
    expect(keep).toHaveBeenCalledTimes(2)
  })

  it('stay in the browser where the server is not reached', async () => {
    keep.mockRejectedValue(new Error('gone'))
    read.mockRejectedValue(new Error('gone'))
    const { unmount } = show()
    write('שם', 'ב')
    await waitFor(() => expect(keep).toHaveBeenCalled())
    unmount()
    show()
    expect(await screen.findByRole('button', { name: text.takeLeft })).toBeTruthy()
  })
})

describe('two who wrote one text', () => {
  const meanwhile = (values: object) => {
    const newer = { version: 4, values: { ...record.values, ...values } }
    const changes = Object.keys(values).map((field) => ({ field, by: 'נועה', at: '2026-11-20T10:00:00Z' }))
    save.mockRejectedValueOnce(new EditConflict({ ...newer, changes }))
  }

  it('are joined where they touched different parts, and told', async () => {
    show()
    meanwhile({ body: 'אחת שלוש' })
    write('טקסט', 'אפס שתיים')
    await pressSave()
    await waitFor(() => expect(save).toHaveBeenLastCalledWith(4, { body: 'אפס שלוש' }))
    expect(input('טקסט').value).toBe('אפס שלוש')
    expect(toast.info).toHaveBeenCalledExactlyOnceWith(text.joined)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('choose where they touched the same, between texts as one reads them', async () => {
    show()
    meanwhile({ body: 'שלוש שתיים' })
    write('טקסט', 'אפס שתיים')
    await pressSave()
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('קוראים: אפס שתיים')
    expect(dialog.textContent).toContain('קוראים: שלוש שתיים')
    expect(save).toHaveBeenCalledOnce()
  })

  it('choose for the whole where another field cannot be joined', async () => {
    show()
    meanwhile({ body: 'אחת שלוש', name: 'ג' })
    write('טקסט', 'אפס שתיים')
    write('שם', 'ב')
    await pressSave()
    expect(await screen.findByRole('dialog')).toBeTruthy()
    expect(input('טקסט').value).toBe('אפס שתיים')
  })
})
