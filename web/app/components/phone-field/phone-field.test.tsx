import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { phoneText } from '~/locales/he/phone'
import { screenAt } from '~/test-support/screen-at'
import { PhoneField } from './phone-field'

/** What jsdom lacks and the list uses. */
beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = () => undefined
})

function Owner({ initial = '', onValue }: { initial?: string; onValue?: (value: string) => void }) {
  const [value, setValue] = useState(initial)
  const change = (next: string) => {
    setValue(next)
    onValue?.(next)
  }
  return <PhoneField label="phone" value={value} onChange={change} />
}

const trigger = () => screen.getByRole('button', { name: /קידומת מדינה/ })

describe('the phone field', () => {
  it('[2.6-02] [9-16] starts with Israel', () => {
    screenAt('/', <Owner />)
    expect(trigger().getAttribute('aria-label')).toBe('קידומת מדינה: ישראל +972')
    expect(trigger().querySelector('img')?.getAttribute('src')).toBe('/flags/IL.svg')
  })

  it('[2.6-02] [9-43] lists countries with flags and dial codes, in a list of 288 px', async () => {
    screenAt('/', <Owner />)
    await userEvent.click(trigger())
    expect(screen.getByPlaceholderText('Search country...')).toBeTruthy()
    const list = screen.getByRole('listbox')
    expect(list.style.height).toBe('288px')
    expect(list.style.maxHeight).toBe('300px')
    expect(
      screen
        .getByRole('option', { name: /^צרפת\s*\+33$/ })
        .querySelector('img')
        ?.getAttribute('src'),
    ).toBe('/flags/FR.svg')
  })

  it.each([['צרפ'], ['fran'], ['+33'], ['FR']])('[2.6-02] finds a country by %s', async (search) => {
    screenAt('/', <Owner />)
    await userEvent.click(trigger())
    await userEvent.type(screen.getByPlaceholderText(phoneText.searchCountry), search)
    expect(screen.getByRole('option', { name: /^צרפת\s*\+33$/ })).toBeTruthy()
    expect(screen.getAllByRole('option').length).toBeLessThan(10)
  })

  it('[2.6-02] says when there is none', async () => {
    screenAt('/', <Owner />)
    await userEvent.click(trigger())
    await userEvent.type(screen.getByPlaceholderText(phoneText.searchCountry), 'zzzz')
    expect(screen.getByText('No country found.')).toBeTruthy()
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('[2.6-02] picks a country by keyboard and keeps the digits', async () => {
    const values: string[] = []
    screenAt('/', <Owner onValue={(value) => values.push(value)} />)
    await userEvent.type(screen.getByRole('textbox', { name: 'phone' }), '612345678')
    await userEvent.click(trigger())
    await userEvent.type(screen.getByPlaceholderText(phoneText.searchCountry), 'צרפת{Enter}')
    await waitFor(() => expect(trigger().getAttribute('aria-label')).toContain('צרפת +33'))
    expect(values.at(-1)).toBe('+33612345678')
  })

  it('[2.10-01] shows a stored number, however odd', () => {
    screenAt('/', <Owner initial="+972000000000" />)
    expect(screen.getByRole('textbox', { name: 'phone' })).toBeTruthy()
  })
})
