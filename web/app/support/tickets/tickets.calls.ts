import { withinTime } from '~/shared/client/deadline'
import type { Supabase } from '~/shared/client/supabase'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { AUTH_REQUEST_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import type { TicketForm, TicketPlace } from './ticket.rules'

/**
 * Opens a ticket for whoever the client speaks for: a student, or a visitor [2.1-16].
 * @returns the id of the ticket
 * @throws AppError; TOO_MANY_REQUESTS after five in an hour
 */
export async function openTicketBy(
  supabase: Supabase,
  form: TicketForm,
  place: TicketPlace | undefined,
): Promise<string> {
  try {
    const { data, error, status } = await withinTime(AUTH_REQUEST_TIMEOUT, (signal) =>
      supabase
        .rpc('open_support_ticket', {
          subject: form.subject,
          body: form.message,
          name: form.name,
          email: form.email,
          ...(place && { course_id: place.courseId }),
          ...(place?.lessonId && { lesson_id: place.lessonId }),
          ...(place?.seconds !== undefined && { position_seconds: place.seconds }),
        })
        .abortSignal(signal),
    )
    if (error) throw toAppError({ ...error, message: error.message, status })
    return String(data)
  } catch (error) {
    throw toAppError(error)
  }
}

/** The same from the browser, for whoever is signed in there. */
export const openTicket = (form: TicketForm, place: TicketPlace | undefined): Promise<string> =>
  openTicketBy(browserSupabase(), form, place)
