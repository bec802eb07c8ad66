import { stripInvisible } from '~/shared/formats/invisible'
import { letterCount } from '~/shared/formats/letters'

/** What a person asks the academy. */
export type TicketForm = { name: string; email: string; subject: string; message: string }
export type TicketField = keyof TicketForm

/** The place in a course that a question is about; `seconds` from the start of the lesson. */
export type TicketPlace = { courseId: string; lessonId?: string; seconds?: number }

export type TicketProblem = 'short' | 'long' | 'invalid'

/** Letters allowed; the database has the same limits. A name has room for both names of a student and the space. */
export const TICKET_LIMITS: Record<TicketField, { min: number; max: number }> = {
  name: { min: 1, max: 201 },
  email: { min: 1, max: 254 },
  subject: { min: 3, max: 120 },
  message: { min: 10, max: 4000 },
}

const EMAIL = /^[^@\s,;<>"]+@[^@\s,;<>"]+\.[^@\s,;<>"]+$/
const CONTROL = /\p{Cc}+/gu

/** The form as it is sent: trimmed, and every field but the message in one line. */
export const cleanTicket = ({ message, ...lines }: TicketForm): TicketForm => ({
  name: lines.name.replace(CONTROL, ' ').trim(),
  email: stripInvisible(lines.email).trim(),
  subject: lines.subject.replace(CONTROL, ' ').trim(),
  message: message.trim(),
})

/** What keeps the form from being sent, by field, in the order of the form. */
export function ticketProblems(form: TicketForm): Partial<Record<TicketField, TicketProblem>> {
  const ticket = cleanTicket(form)
  const problems: Partial<Record<TicketField, TicketProblem>> = {}
  for (const field of ['name', 'email', 'subject', 'message'] as const) {
    const length = letterCount(ticket[field])
    if (length < TICKET_LIMITS[field].min) problems[field] = 'short'
    else if (length > TICKET_LIMITS[field].max) problems[field] = 'long'
    else if (field === 'email' && !EMAIL.test(ticket.email)) problems.email = 'invalid'
  }
  return problems
}
