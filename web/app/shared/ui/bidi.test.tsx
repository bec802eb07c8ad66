import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Bidi } from './bidi'
import { TextArea } from './text-area'
import { TextField } from './text-field'

describe('a text of people', () => {
  it('runs by all of its letters, also where it is drawn in pieces', () => {
    render(
      <>
        <Bidi>USD/ILS עלה ב-2%.</Bidi>
        <Bidi as="p">
          ETF <mark>למתחילים</mark>
        </Bidi>
        <Bidi>What is an ETF?</Bidi>
        <Bidi>{12}%</Bidi>
      </>,
    )
    expect(screen.getByText(/USD/).dir).toBe('rtl')
    expect(screen.getByText(/ETF$/, { selector: 'p' }).dir).toBe('rtl')
    expect(screen.getByText(/What/).dir).toBe('ltr')
    expect(screen.getByText('12%').dir).toBe('ltr')
  })

  it('runs as the page does while it is empty', () => {
    render(<Bidi data-testid="empty" />)
    expect(screen.getByTestId('empty').getAttribute('dir')).toBeNull()
  })
})

describe.each([
  ['one line', () => <TextField label="שם" defaultValue="ETF למתחילים" />],
  ['several lines', () => <TextArea label="שם" defaultValue="ETF למתחילים" />],
])('a field of %s', (_, field) => {
  it('follows what is typed', async () => {
    const user = userEvent.setup()
    render(field())
    const typed = screen.getByLabelText('שם')
    expect(typed.dir).toBe('rtl')
    await user.clear(typed)
    expect(typed.dir).toBe('')
    await user.type(typed, 'ETF')
    expect(typed.dir).toBe('ltr')
    await user.type(typed, ' ל')
    expect(typed.dir).toBe('rtl')
    await user.clear(typed)
    await user.type(typed, '-3.5%')
    expect(typed.dir).toBe('ltr')
  })
})

it.each(['email', 'tel', 'url'])('a field of type %s has no invisible letters', async (type) => {
  const changed = vi.fn()
  render(<TextField label="כתובת" type={type} onChange={({ target }) => changed(target.value)} />)
  await userEvent.click(screen.getByLabelText('כתובת'))
  await userEvent.paste('\u2066a@b.co\u200f')
  expect(screen.getByLabelText('כתובת')).toHaveProperty('value', 'a@b.co')
  expect(changed).toHaveBeenLastCalledWith('a@b.co')
})

it('neither has one for numbers or codes, and one for words has what was typed', async () => {
  render(
    <>
      <TextField label="ימים" inputMode="numeric" />
      <TextField label="קוד" dir="ltr" />
      <TextField label="שם" />
    </>,
  )
  for (const name of ['ימים', 'קוד', 'שם']) {
    await userEvent.click(screen.getByLabelText(name))
    await userEvent.paste('14\u200f')
  }
  expect(screen.getByLabelText('ימים')).toHaveProperty('value', '14')
  expect(screen.getByLabelText('קוד')).toHaveProperty('value', '14')
  expect(screen.getByLabelText('שם')).toHaveProperty('value', '14\u200f')
})

it('a field that has a direction keeps it', async () => {
  render(<TextField label="כתובת" dir="ltr" defaultValue="שלום" />)
  expect(screen.getByLabelText('כתובת').dir).toBe('ltr')
})
