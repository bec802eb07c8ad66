import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { stubListLayout } from '~/shared/testing/list-layout'
import { screenAt } from '~/shared/testing/screen-at'
import { PhoneField } from './phone-field'

beforeAll(stubListLayout)

type OwnerProps = { initial?: string; onValue?: (value: string) => void; Field?: typeof PhoneField }

function Owner({ initial = '', onValue, Field = PhoneField }: OwnerProps) {
  const [value, setValue] = useState(initial)
  const change = (next: string) => {
    setValue(next)
    onValue?.(next)
  }
  return <Field label="phone" value={value} onChange={change} />
}

const search = () => screen.getByPlaceholderText('Search country...')
const find = (text: string) => fireEvent.change(search(), { target: { value: text } })
const itemOf = (name: string) => screen.getByText(name).closest('[role=option]')

const trigger = () => screen.getByRole('button', { name: /קידומת מדינה/ })

describe('the phone field', () => {
  it('[2.6-02] [9-16] starts with Israel', () => {
    screenAt('/', <Owner />)
    expect(trigger().getAttribute('aria-label')).toBe('קידומת מדינה: ישראל +972')
    expect(trigger().querySelector('img')?.getAttribute('src')).toBe('/flags/IL.svg')
  })

  // One list for all of it: jsdom takes seconds to open and close the 245 rows.
  it('[2.6-02] [9-43] finds a country in a list with flags and dial codes, and keeps the digits with it', async () => {
    const values: string[] = []
    screenAt('/', <Owner onValue={(value) => values.push(value)} />)
    fireEvent.change(screen.getByRole('textbox', { name: 'phone' }), { target: { value: '612345678' } })
    fireEvent.click(trigger())
    await screen.findByPlaceholderText('Search country...')
    const list = screen.getByText('צרפת').closest<HTMLElement>('[role=listbox]')
    expect(list?.style.height).toBe('288px')
    expect(list?.style.maxHeight).toBe('300px')
    expect(itemOf('צרפת')?.textContent).toBe('צרפת+33')
    expect(itemOf('צרפת')?.querySelector('img')?.getAttribute('src')).toBe('/flags/FR.svg')

    find('zzzz')
    expect(screen.getByText('No country found.')).toBeTruthy()
    expect(screen.queryByRole('listbox')).toBeNull()

    for (const text of ['fran', '+33', 'FR', 'צרפ']) {
      find(text)
      expect(itemOf('צרפת')).toBeTruthy()
      expect(document.querySelectorAll('[role=option]').length).toBeLessThan(10)
    }

    fireEvent.keyDown(search(), { key: 'Enter' })
    await waitFor(() => expect(trigger().getAttribute('aria-label')).toContain('צרפת +33'))
    expect(values.at(-1)).toBe('+33612345678')
  })

  it('reads what was typed before the numbering plans came again by them', async () => {
    const values: string[] = []
    vi.resetModules()
    const { PhoneField: Fresh } = await import('./phone-field')
    screenAt('/', <Owner Field={Fresh} onValue={(value) => values.push(value)} />)
    fireEvent.change(screen.getByRole('textbox', { name: 'phone' }), { target: { value: '+33612345678' } })
    expect(trigger().getAttribute('aria-label')).toContain('ישראל')
    await waitFor(() => expect(trigger().getAttribute('aria-label')).toContain('צרפת +33'))
    expect(values).toEqual(['+33612345678', '+33612345678'])
  })

  it('loses no digit, whenever the numbering plans come while one types', async () => {
    for (let digits = 0; digits <= 10; digits += 1) {
      const values: string[] = []
      vi.resetModules()
      let bring = () => undefined as unknown
      const arrival = new Promise<void>((resolve) => (bring = resolve))
      vi.doMock('./phone-number', async (original) => {
        await arrival
        return await original<object>()
      })
      const { PhoneField: Fresh } = await import('./phone-field')
      const { unmount } = screenAt('/', <Owner Field={Fresh} onValue={(value) => values.push(value)} />)
      const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'phone' })
      fireEvent.focus(field)
      for (const [at, digit] of [...'0501234567'].entries()) {
        if (at === digits) bring()
        fireEvent.change(field, { target: { value: `${field.value}${digit}` } })
        await Promise.resolve()
      }
      bring()
      await waitFor(() => expect(values.at(-1)).toBe('+972501234567'))
      expect(field.value).toBe('0501234567')
      unmount()
      vi.doUnmock('./phone-number')
    }
  })

  it('[2.10-01] shows a stored number, however odd', () => {
    screenAt('/', <Owner initial="+972000000000" />)
    expect(screen.getByRole('textbox', { name: 'phone' })).toBeTruthy()
  })
})
