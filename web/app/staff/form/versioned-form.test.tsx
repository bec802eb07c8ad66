import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { formText as text } from './form.he'
import { button, changeMeanwhile, input, pressSave, RecordForm, record, restartForm, save, write } from './record-form'
import { FieldRefusal } from './refusals'

const show = () => screenAt('/form', <RecordForm />)

beforeEach(restartForm)
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
