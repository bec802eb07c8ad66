import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import type { MailDelivery } from './mail-delivery.rules'
import { MailHelp } from './mail-help'

const NINE = Date.parse('2026-11-21T09:00:00+02:00')
const delivery = (status: MailDelivery['status'], change: Partial<MailDelivery> = {}): MailDelivery => ({
  status,
  askedAt: NINE,
  sentAt: null,
  nextAttemptAt: null,
  ...change,
})

function show(known: MailDelivery | null | undefined, props: Partial<Parameters<typeof MailHelp>[0]> = {}) {
  const act = vi.fn()
  const view = screenAt(
    '/',
    <MailHelp
      address="dana@gmail.com"
      delivery={known}
      purpose="signin"
      onResend={vi.fn()}
      onChange={{ text: 'לתקן את הכתובת', act }}
      {...props}
    />,
  )
  return { ...view, act, isOpen: () => view.container.querySelector('details')?.open }
}

it('[2.5-05] says when the mail was handed over, and where to look at this provider', () => {
  const { isOpen } = show(delivery('sent', { sentAt: NINE }))
  expect(screen.getByRole('status').textContent).toContain('נמסר לשרת האימייל בשעה 09:00')
  expect(isOpen()).toBe(false)
  expect(screen.getByText(/קידומי מכירות/)).toBeTruthy()
  const inbox = screen.getByRole('link', { name: /לפתוח את Gmail/, hidden: true })
  expect(inbox.getAttribute('rel')).toBe('noopener noreferrer')
  expect(screen.getByRole('link', { name: /כתבו לנו/, hidden: true }).getAttribute('href')).toBe('/contact')
})

it('opens by itself while the mail is delayed, and says when it is tried again', () => {
  const { isOpen } = show(delivery('delayed', { nextAttemptAt: NINE + 60_000 }))
  expect(screen.getByRole('status').textContent).toContain('ננסה שוב בעצמנו בשעה 09:01')
  expect(isOpen()).toBe(true)
})

it('shows the address that the mail server refused, and the way back to it', () => {
  const { act } = show(delivery('refused'), { address: 'dana@exmaple.org' })
  expect(screen.getByRole('alert').textContent).toContain('סירב לקבל את האימייל')
  expect(screen.getByText('dana@exmaple.org').tagName).toBe('BDI')
  fireEvent.click(screen.getByRole('button', { name: 'לתקן את הכתובת' }))
  expect(act).toHaveBeenCalledOnce()
})

it('asks about a likely slip of the hand', () => {
  const { act } = show(delivery('sent', { sentAt: NINE }), { address: 'dana@gmial.com' })
  expect(screen.getByText('dana@gmail.com').tagName).toBe('BDI')
  fireEvent.click(screen.getAllByRole('button', { name: 'לתקן את הכתובת' })[0] as HTMLElement)
  expect(act).toHaveBeenCalledOnce()
})

it.each([null, undefined])('without any news (%s) there is general help only', (known) => {
  show(known)
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByText(/נשלח רק לכתובת שיש לה חשבון/)).toBeTruthy()
})

it('[2.9-02] who asked by phone hears nothing of the mailbox', () => {
  show(delivery('handled'), { address: 'd***@g***.com', purpose: 'recovery' })
  expect(screen.getByRole('status').textContent).toBe('הבקשה מהשעה 09:00 טופלה. אם המספר רשום אצלנו, האימייל בדרך.')
  expect(screen.queryByText(/Gmail/)).toBeNull()
  expect(screen.getByText(/רק אם המספר רשום אצלנו/)).toBeTruthy()
})

it('[2.6-03] who registers is reminded that there may be an account already', () => {
  show(null, { purpose: 'signup' })
  expect(screen.queryByText(/נשלח רק לכתובת שיש לה חשבון/)).toBeNull()
  expect(screen.getByRole('link', { name: 'לכניסה במקום הרשמה', hidden: true }).getAttribute('href')).toBe('/login')
})
