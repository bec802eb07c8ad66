import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { formText as text } from './form.he'
import { button, changeMeanwhile, input, pressSave, RecordForm, record, restartForm, save, write } from './record-form'
import { readStoredEdits, storeEdits } from './stored-edits'

const show = (keepAs?: string) => screenAt('/form', <RecordForm keepAs={keepAs} />)
beforeEach(restartForm)

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
    const router = createBrowserRouter([
      { path: '/list', element: null },
      { path: '/form', element: <RecordForm /> },
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
    waitFor(async () => expect((await readStoredEdits(key))?.changes).toEqual(changes))

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
    await act(async () => void (await readStoredEdits('dan other')))
    expect(screen.queryByRole('button', { name: text.takeLeft })).toBeNull()
    close()
    show('noa other')
    await userEvent.click(await screen.findByRole('button', { name: text.forgetLeft }))
    await kept('noa other', undefined)
    expect(input('טלפון')).toHaveProperty('value', '1')
  })

  it('asks where somebody else saved the same field meanwhile', async () => {
    await storeEdits('noa late', {
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
