import { expect, it } from 'vitest'
import { cleanTicket, ticketProblems } from './ticket.rules'

const GOOD = { name: 'יעל', email: 'yael@example.com', subject: 'הסרטון נעצר', message: 'הסרטון נעצר באמצע השיעור.' }

it('[2.1-16] a complete form has no problems', () => expect(ticketProblems(GOOD)).toEqual({}))

it.each([
  [{ name: '  ' }, { name: 'short' }],
  [{ name: 'א'.repeat(202) }, { name: 'long' }],
  [{ email: '' }, { email: 'short' }],
  [{ email: 'nobody' }, { email: 'invalid' }],
  [{ email: 'a@example.com,b@example.com' }, { email: 'invalid' }],
  [{ subject: 'אב' }, { subject: 'short' }],
  [{ message: ' \n קצר \n ' }, { message: 'short' }],
  [{ message: 'א'.repeat(4001) }, { message: 'long' }],
])('%j gives %j', (change, problems) => expect(ticketProblems({ ...GOOD, ...change })).toEqual(problems))

it('counts a sign outside of the basic plane once, as the database does', () =>
  expect(ticketProblems({ ...GOOD, message: '😀'.repeat(4000) })).toEqual({}))

it('takes an address as it was copied out of a Hebrew sentence, and leaves the words', () => {
  const ticket = { ...GOOD, name: 'Yael\u200f', email: '\u2066yael@example.com\u200f' }
  expect(ticketProblems(ticket)).toEqual({})
  expect(cleanTicket(ticket)).toMatchObject({ name: 'Yael\u200f', email: 'yael@example.com' })
})

it('sends one line where one line is meant', () =>
  expect(cleanTicket({ ...GOOD, subject: ' שאלה\r\nBcc: x ' })).toMatchObject({ subject: 'שאלה Bcc: x' }))
