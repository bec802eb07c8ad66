import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { updateTicketPresence } from './ticket.calls'

/** A third of how long the database takes somebody to be there, in ms. */
const EVERY = 10_000

/** Who else has the ticket before them; when it was changed elsewhere, it is read anew. Hidden pages are nowhere. */
export function usePresence(ticketId: string, isTyping: boolean) {
  const client = useQueryClient()
  const typing = useRef(isTyping)
  typing.current = isTyping
  const { data } = useQuery({
    queryKey: ['staff', 'ticket-presence', ticketId],
    queryFn: () => updateTicketPresence(ticketId, typing.current),
    refetchInterval: EVERY,
    retry: false,
  })
  const seen = useRef<string | null>(null)
  const changedAt = data?.changed_at ?? null
  useEffect(() => {
    if (changedAt === null) return
    if (seen.current !== null && seen.current !== changedAt)
      void client.invalidateQueries({ queryKey: ['staff', 'ticket', ticketId] })
    seen.current = changedAt
  }, [changedAt, client, ticketId])
  return data?.others ?? []
}
