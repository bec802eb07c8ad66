import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { formText as text } from './form.he'
import { button, changed, input, pressSave, RecordForm, record, restartForm, save, write } from './record-form'

beforeEach(restartForm)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let bring: (newer: typeof record) => void = () => undefined
function Page() {
  const [read, setRead] = useState(record)
  bring = setRead
  return (
    <>
      <output>{read.version}</output>
      <RecordForm read={read} />
    </>
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
    act(() => bring(changed(values)))
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
