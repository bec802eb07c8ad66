import { useQuery } from '@tanstack/react-query'
import { MailFiles } from '~/shared/mail-files/mail-files'
import { ownTicketFilesQuery } from './own-ticket-files.calls'
import { ownTicketsText as text } from './own-tickets.he'

/** The files that the student sent by mail, beneath what was said; nothing where there are none or they did not come. */
export function OwnTicketFiles({ userId, ticketId }: { userId: string; ticketId: string }) {
  const { data: files = [] } = useQuery(ownTicketFilesQuery(userId, ticketId))
  if (files.length === 0) return null
  return (
    <section aria-label={text.files} className="border-rule border-b py-5">
      <h2 className="text-lg">{text.files}</h2>
      <MailFiles files={files} />
    </section>
  )
}
