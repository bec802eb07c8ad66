import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { KeyCap } from '~/staff/keys/key-cap'
import { isTypedInto } from '~/staff/keys/typed-into'
import { ticketText as text } from './ticket.he'
import { neighboursOf } from './ticket-list.calls'

const WAYS = { before: { code: 'KeyK', cap: 'K' }, after: { code: 'KeyJ', cap: 'J' } } as const

/** Ways to the tickets before and after one in the list that its reader came through, by press and by key. */
export function TicketNeighbours({ ticketId }: { ticketId: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const neighbours = neighboursOf(client, ticketId)
  const ways = (['before', 'after'] as const).flatMap((way) => {
    const there = neighbours[way]
    return there ? [{ ...WAYS[way], way, to: staffPaths.ticket(there.id), subject: there.subject }] : []
  })
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTypedInto(event.target)) return
    const way = ways.find(({ code }) => code === event.code)
    if (way) void navigate(way.to)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  if (ways.length === 0) return null
  return (
    <nav aria-label={text.neighbours.label} className="flex flex-wrap gap-x-6">
      {ways.map(({ way, cap, to, subject }) => (
        <Link key={way} to={to} title={subject} className="text-link inline-flex min-h-11 items-center gap-2">
          {text.neighbours[way]}
          <span className="hidden md:inline" aria-hidden>
            <KeyCap name={cap} />
          </span>
        </Link>
      ))}
    </nav>
  )
}
