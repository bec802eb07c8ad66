import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { MailFile } from '~/shared/mail-files/mail-files.calls'

/** What the student sent with mails in an own ticket, in the order of the mails. */
export const ownTicketFilesQuery = (userId: string, ticketId: string) =>
  queryOptions({
    queryKey: ['own-tickets', userId, ticketId, 'files'],
    queryFn: async () => {
      const mails = await callFunction('my_ticket_files', { ticket_id: ticketId }, LIST_LOADING_TIMEOUT)
      return (mails as { files: MailFile[] }[]).flatMap(({ files }) => files)
    },
  })
