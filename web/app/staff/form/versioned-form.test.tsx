import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { formText as text } from './form.he'
import { keepEdits, readKeptEdits } from './kept-edits'
import { EditConflict, FieldRefusal } from './refusals'
import { VersionedForm } from './versioned-form'

const labels = { name: 'שם', phone: 'טלפון', open: 'פתוח' }
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'צריך שם')),
  phone: z.string().check(z.regex(/^\d*$/, 'ספרות בלבד')),
  open: z.boolean(),
})
const record = { version: 3, values: { name: 'א', phone: '1', open: true } }
const save = vi.fn()

const show = (keepAs?: string) =>
  screenAt(
    '/form',
    <VersionedForm label="פרטים" labels={labels} record={record} schema={schema} save={save} keepAs={keepAs}>
      {({ field }) => (
        <>
          <TextField {...field('name')} />
          <TextField {...field('phone')} />
          <CheckboxField {...field('open')} />
        </>
      )}
    </VersionedForm>,
  )

const input = (name: string) => screen.getByLabelText(name)
const write = (name: string, value: string) => fireEvent.change(input(name), { target: { value } })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const pressSave = () => userEvent.click(button(/^שמירה/))

let stands = record
/** Somebody else saved before us. */
function changeMeanwhile(values: object, field: string) {
  stands = { version: stands.version + 1, values: { ...stands.values, ...values } }
  const changes = [{ field, by: 'נועה', at: '2026-11-20T10:00:00Z' }]
  save.mockRejectedValueOnce(new EditConflict({ ...stands, changes }))
}

beforeEach(() => {
  stands = record
  save.mockReset().mockImplementation(async (_version: number, changes: object) => {
    stands = { version: stands.version + 1, values: { ...stands.values, ...changes } }
    return stands
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a form of the staff', () => {
  it('saves what changed with the version that was read, and takes it back', async () => {
    show()
    write('שם', ' ב ')
    expect(screen.getByText(text.unsaved(1))).toBeTruthy()
    await pressSave()
    expect(save).toHaveBeenCalledExactlyOnceWith(3, { name: 'ב' })
    expect(await screen.findByText(/^נשמר ב/)).toBeTruthy()
    expect(input('שם')).toHaveProperty('value', 'ב')
    await userEvent.click(button(text.undo))
    expect(save).toHaveBeenLastCalledWith(4, { name: 'א' })
    expect(await screen.findByText(/^הוחזר ב/)).toBeTruthy()
    expect(input('שם')).toHaveProperty('value', 'א')
  })

  it('saves by Ctrl+S whatever letters the keyboard writes, and nothing when nothing changed', async () => {
    show()
    const key = { key: 'ד', code: 'KeyS', ctrlKey: true }
    expect(fireEvent.keyDown(document.body, key)).toBe(false)
    await userEvent.click(input('פתוח'))
    fireEvent.keyDown(document.body, key)
    await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith(3, { open: false }))
  })

  it('says what is wrong beside the field and in a summary, which takes the focus and leads to the field', async () => {
    show()
    write('שם', ' ')
    write('טלפון', 'x')
    await pressSave()
    const summary = await screen.findByRole('region', { name: text.summaryTitle })
    expect(document.activeElement).toBe(summary)
    expect(save).not.toHaveBeenCalled()
    expect(screen.getAllByText('צריך שם')).toHaveLength(2)
    await userEvent.click(button(/ספרות בלבד/))
    expect(document.activeElement).toBe(input('טלפון'))
  })

  it('shows what the database refuses beside its field', async () => {
    save.mockRejectedValueOnce(new FieldRefusal({ phone: 'המספר תפוס' }))
    show()
    write('טלפון', '2')
    await pressSave()
    expect(await screen.findAllByText('המספר תפוס')).toHaveLength(2)
    expect(input('טלפון').getAttribute('aria-invalid')).toBe('true')
  })

  it('says why a save was refused, and keeps what was written', async () => {
    save.mockRejectedValueOnce(new AppError('TOO_MANY_REQUESTS'))
    show()
    write('שם', 'ב')
    await pressSave()
    expect((await screen.findByRole('alert')).textContent).toContain('יותר מדי')
    expect(input('שם')).toHaveProperty('value', 'ב')
  })

  it('without a connection keeps what was written, and saves when it is back', async () => {
    save.mockRejectedValueOnce(new AppError('NETWORK_ERROR'))
    show()
    write('שם', 'ב')
    await pressSave()
    expect(await screen.findByText(text.offline)).toBeTruthy()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByText(/^נשמר ב/)).toBeTruthy()
    expect(save).toHaveBeenCalledTimes(2)
  })

  it('saves by itself when a server that did not answer is back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    save.mockRejectedValueOnce(new AppError('NETWORK_ERROR')).mockRejectedValueOnce(new AppError('NETWORK_ERROR'))
    show()
    write('שם', 'ב')
    fireEvent.click(button(/^שמירה/))
    for (const calls of [1, 2]) {
      await waitFor(() => expect(save).toHaveBeenCalledTimes(calls))
      await screen.findByText(text.offline)
      await act(async () => void vi.advanceTimersByTime(10_000))
    }
    expect(await screen.findByText(/^נשמר ב/)).toBeTruthy()
  })

  it('keeps what is typed while a save runs', async () => {
    let answer: (saved: object) => void = () => undefined
    save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    show()
    write('שם', 'ב')
    await pressSave()
    write('טלפון', '5')
    await act(async () => answer({ version: 4, values: { ...record.values, name: 'ב' } }))
    expect(input('טלפון')).toHaveProperty('value', '5')
    expect(screen.getByText(text.unsaved(1))).toBeTruthy()
  })
})

describe('two who edit one record', () => {
  it('shows who changed what and both texts, and saves what is chosen on top of the newer version', async () => {
    changeMeanwhile({ name: 'ג' }, 'name')
    show()
    write('שם', 'ב')
    write('טלפון', '2')
    await pressSave()
    expect((await screen.findByRole('dialog')).textContent).toContain('נועה')
    expect(screen.getByRole('radio', { name: /ב$/ })).toHaveProperty('checked', true)
    await userEvent.click(screen.getByRole('radio', { name: /ג$/ }))
    await userEvent.click(button(text.saveMerged))
    await waitFor(() => expect(save).toHaveBeenLastCalledWith(4, { phone: '2' }))
    expect(input('שם')).toHaveProperty('value', 'ג')
  })

  it('lets one go back to editing with everything as it was written', async () => {
    changeMeanwhile({ name: 'ג' }, 'name')
    show()
    write('שם', 'ב')
    await pressSave()
    await userEvent.click(await screen.findByRole('button', { name: text.keepEditing }))
    expect(input('שם')).toHaveProperty('value', 'ב')
    expect(screen.getByText(text.unsaved(1))).toBeTruthy()
  })

  it('asks nothing about fields that only the other changed, and tells of them', async () => {
    changeMeanwhile({ phone: '9' }, 'phone')
    show()
    write('שם', 'ב')
    await pressSave()
    expect((await screen.findByRole('dialog')).textContent).toContain(text.mergedLead)
    expect(screen.queryAllByRole('radio')).toHaveLength(0)
    await userEvent.click(button(text.saveMerged))
    await waitFor(() => expect(save).toHaveBeenLastCalledWith(4, { name: 'ב' }))
    expect(input('טלפון')).toHaveProperty('value', '9')
  })

  it('takes a save whose answer was lost as saved', async () => {
    changeMeanwhile({ name: 'ב' }, 'name')
    show()
    write('שם', 'ב')
    await pressSave()
    expect(await screen.findByText(/^נשמר ב/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

let bring: (newer: typeof record) => void = () => undefined
function Page() {
  const [read, setRead] = useState(record)
  bring = setRead
  return (
    <VersionedForm label="פרטים" labels={labels} record={read} schema={schema} save={save}>
      {({ field }) => (
        <>
          <output>{read.version}</output>
          <TextField {...field('name')} />
          <TextField {...field('phone')} />
        </>
      )}
    </VersionedForm>
  )
}

it('keeps what is typed the moment a newer record is read', async () => {
  screenAt('/form', <Page />)
  // As in a browser, where React does its work when there is time for it.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const seen = new MutationObserver(() => {
    seen.disconnect()
    write('שם', 'ב')
  })
  seen.observe(screen.getByText('3'), { characterData: true, subtree: true })
  bring({ version: 4, values: { ...record.values, name: 'ג' } })
  await waitFor(() => expect(screen.getByText('4')).toBeTruthy())
  await pressSave()
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith(3, { name: 'ב' }))
})

describe('after a save', () => {
  const saveName = async () => {
    screenAt('/form', <Page />)
    write('שם', 'ב')
    await pressSave()
    await screen.findByRole('button', { name: text.undo })
  }
  const newer = (values: object) => {
    stands = { version: 5, values: { ...stands.values, ...values } }
    act(() => bring(stands))
  }

  it('undo takes back one’s own change, and leaves what somebody else changed since', async () => {
    await saveName()
    newer({ phone: '9' })
    expect(input('טלפון')).toHaveProperty('value', '9')
    await userEvent.click(button(text.undo))
    await waitFor(() => expect(save).toHaveBeenLastCalledWith(5, { name: 'א' }))
    expect(input('טלפון')).toHaveProperty('value', '9')
  })

  it('nothing is there to be undone once somebody else changed the same', async () => {
    await saveName()
    newer({ name: 'ג' })
    expect(input('שם')).toHaveProperty('value', 'ג')
    expect(screen.queryByRole('button', { name: text.undo })).toBeNull()
  })
})

describe('leaving a form', () => {
  it('asks before unsaved changes are left, and lets one stay or go', async () => {
    const { router, at: place } = show()
    write('שם', 'ב')
    await act(() => router.navigate('/elsewhere'))
    await userEvent.click(await screen.findByRole('button', { name: text.stay }))
    expect(place()).toBe('/form')
    await act(() => router.navigate('/elsewhere'))
    await userEvent.click(await screen.findByRole('button', { name: text.leave }))
    await waitFor(() => expect(place()).toBe('/elsewhere'))
    expect(save).not.toHaveBeenCalled()
  })

  it('is left by the way back of the browser as well', async () => {
    window.history.pushState(null, '', '/list')
    const form = (
      <VersionedForm label="פרטים" labels={labels} record={record} schema={schema} save={save}>
        {({ field }) => <TextField {...field('name')} />}
      </VersionedForm>
    )
    const router = createBrowserRouter([
      { path: '/list', element: null },
      { path: '/form', element: form },
    ])
    render(<RouterProvider router={router} />)
    await act(() => router.navigate('/form'))
    write('שם', 'ב')
    act(() => window.history.back())
    await userEvent.click(await screen.findByRole('button', { name: text.leave }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/list'))
    expect(save).not.toHaveBeenCalled()
    router.dispose()
  })

  it('is not saved by a question that stands in it', async () => {
    const onConfirm = vi.fn().mockResolvedValue(undefined)
    screenAt(
      '/form',
      <VersionedForm label="פרטים" labels={labels} record={record} schema={schema} save={save}>
        {({ field }) => (
          <>
            <TextField {...field('name')} />
            <ConfirmDialog title="קישור" lead="" confirm="לקבוע" cancel="לא" onConfirm={onConfirm} onClose={vi.fn()} />
          </>
        )}
      </VersionedForm>,
    )
    write('שם', 'ב')
    await userEvent.click(button('לקבוע'))
    await waitFor(() => expect(onConfirm).toHaveBeenCalledOnce())
    expect(save).not.toHaveBeenCalled()
  })

  it('lets the browser ask before its window closes, only while something is unsaved', () => {
    show()
    const closing = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))
    expect(closing()).toBe(true)
    write('שם', 'ב')
    expect(closing()).toBe(false)
    fireEvent.click(button(text.discard))
    expect(closing()).toBe(true)
  })
})

describe('a window that ended with something unsaved', () => {
  /** Long enough for what was written to be kept. */
  const kept = (key: string, changes: object | undefined) =>
    waitFor(async () => expect((await readKeptEdits(key))?.changes).toEqual(changes))

  it('offers it when the form is opened again, saves it, and then keeps nothing', async () => {
    const { unmount } = show('noa form')
    write('שם', 'ב')
    await kept('noa form', { name: 'ב' })
    unmount()
    show('noa form')
    expect(input('שם')).toHaveProperty('value', 'א')
    await userEvent.click(await screen.findByRole('button', { name: text.takeLeft }))
    expect(input('שם')).toHaveProperty('value', 'ב')
    await pressSave()
    expect(save).toHaveBeenCalledExactlyOnceWith(3, { name: 'ב' })
    await kept('noa form', undefined)
  })

  it('offers it to nobody else, and forgets it when asked to', async () => {
    const { unmount } = show('noa other')
    write('טלפון', '5')
    await kept('noa other', { phone: '5' })
    unmount()
    const { unmount: close } = show('dan other')
    await act(async () => void (await readKeptEdits('dan other')))
    expect(screen.queryByRole('button', { name: text.takeLeft })).toBeNull()
    close()
    show('noa other')
    await userEvent.click(await screen.findByRole('button', { name: text.forgetLeft }))
    await kept('noa other', undefined)
    expect(input('טלפון')).toHaveProperty('value', '1')
  })

  it('asks where somebody else saved the same field meanwhile', async () => {
    await keepEdits('noa late', {
      read: { version: 2, values: { ...record.values, name: 'ישן' } },
      changes: { name: 'ב' },
    })
    show('noa late')
    await userEvent.click(await screen.findByRole('button', { name: text.takeLeft }))
    changeMeanwhile({}, 'name')
    await pressSave()
    expect(save).toHaveBeenCalledExactlyOnceWith(2, { name: 'ב' })
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('gives up what somebody leaves on purpose', async () => {
    const { router } = show('noa left')
    write('שם', 'ב')
    await kept('noa left', { name: 'ב' })
    await act(() => router.navigate('/elsewhere'))
    await userEvent.click(await screen.findByRole('button', { name: text.leave }))
    await kept('noa left', undefined)
  })
})
