import { expect, test } from 'vitest'
import { supportAnswer } from './support-answer.ts'

const SITE = 'https://academy.test'
const ACADEMY = { name: 'האקדמיה', address: null, siteUrl: SITE }
const ANSWER = {
  ticket_id: '0a1b2c3d-0000-4000-8000-000000000000',
  subject: 'הסרטון נעצר <b>',
  body: 'שלום דנה,\nהתיקון <script>עלה</script>.',
  is_student: true,
}

test('a student finds the words, line by line, and the way to the ticket', () => {
  const { html, text_body } = supportAnswer(ANSWER, ACADEMY)
  expect(text_body).toContain(ANSWER.body)
  expect(text_body).toContain(`${SITE}/support/${ANSWER.ticket_id}`)
  expect(text_body).toContain('לא תגיע אלינו')
  expect(html).toContain('שלום דנה,<br>התיקון &lt;script&gt;')
  expect(html).not.toContain('<script>')
})

test('a visitor is led to the contact page, because a ticket of theirs has none', () => {
  const { text_body } = supportAnswer({ ...ANSWER, is_student: false }, ACADEMY)
  expect(text_body).toContain(`${SITE}/contact`)
  expect(text_body).not.toContain('/support/')
})

test('all of one ticket is one conversation, answered to its own address where mail is received', () => {
  const thread = `<ticket.${ANSWER.ticket_id}@academy.test>`
  const headers = { References: thread, 'In-Reply-To': thread, 'X-Loop': 'academy.test' }
  expect(supportAnswer(ANSWER, ACADEMY).headers).toEqual(headers)
  expect(supportAnswer({ ...ANSWER, answers_to: 'x@example.org' }, ACADEMY).headers).toMatchObject({
    References: `${thread} <x@example.org>`,
    'In-Reply-To': '<x@example.org>',
  })
  const received = supportAnswer({ ...ANSWER, reply_to: 'help+abc@academy.test' }, ACADEMY)
  expect(received.headers).toMatchObject({ 'Reply-To': 'help+abc@academy.test' })
  expect(received.text_body).toContain('אפשר גם לענות להודעה הזאת')
})

test('the mail that solves a ticket of a visitor asks whether it helped, by a link of its own', () => {
  const { text_body } = supportAnswer({ ...ANSWER, is_student: false, rating_token: 'a b' }, ACADEMY)
  expect(text_body).toContain(`${SITE}/answer-rating?token=a%20b`)
})
