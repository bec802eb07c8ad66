import type { Supabase } from '~/shared/client/supabase'
import { toAppError } from '~/shared/errors/errors'
import { cleanTicket, type TicketForm, ticketProblems } from '~/support/tickets/ticket.rules'
import { openTicketBy } from '~/support/tickets/tickets.calls'
import { type PlainAnswer, ticketFailureMessage } from './contact-form'
import { readPlace } from './contact-screen'

/** The longest question in Hebrew letters or signs beyond them, as a form writes them. */
const LARGEST_BODY = 64_000
const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * Takes a question that a browser sent without scripts, and gives what the page is to show.
 * @returns null for a body that is no such form, or too large to be one; it is not read
 */
export async function submitPlainTicket(
  request: Request,
  supabase: Supabase,
): Promise<{ answer: PlainAnswer; status: number } | null> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  const isForm = request.headers.get('content-type')?.startsWith(FORM_TYPE) ?? false
  if (!isForm || !(length <= LARGEST_BODY)) return null
  const sent = new URLSearchParams(await request.text())
  const fieldOf = (name: keyof TicketForm) => sent.get(name) ?? ''
  const values = {
    name: fieldOf('name'),
    email: fieldOf('email'),
    subject: fieldOf('subject'),
    message: fieldOf('message'),
  }
  if (Object.keys(ticketProblems(values)).length > 0) return { answer: { values }, status: 400 }
  const ticket = cleanTicket(values)
  try {
    const id = await openTicketBy(supabase, ticket, readPlace(new URL(request.url).search))
    return { answer: { values, sent: { id, email: ticket.email } }, status: 200 }
  } catch (cause) {
    const isLimit = toAppError(cause).code === 'TOO_MANY_REQUESTS'
    return { answer: { values, failure: ticketFailureMessage(cause) }, status: isLimit ? 429 : 503 }
  }
}
