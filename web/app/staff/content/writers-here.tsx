import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import { endContentPresence, updateContentPresence } from './working-copies.calls'
import { writersText as text } from './writers.he'

const EVERY_MS = 10_000

type WritersHereProps = { kind: ContentKind; id: string; writing: boolean }

/** Who else has the record open, asked every ten seconds while the page is seen; they hear of this one in the same way. */
export function WritersHere({ kind, id, writing }: WritersHereProps) {
  const { data: writers = [] } = useQuery({
    queryKey: ['staff', 'content', kind, id, 'writers', writing],
    queryFn: () => updateContentPresence(kind, id, writing),
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  })
  useEffect(
    () => () => {
      endContentPresence(kind, id).catch(() => undefined)
    },
    [kind, id],
  )
  return (
    <div role="status">
      {writers.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {writers.map(({ name, writing: isWriting }, place) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two members may have one name
              key={`${name} ${place}`}
              className="w-fit rounded-control bg-saffron-wash px-3 py-1"
            >
              {isWriting ? text.writing(name ?? text.nameless) : text.here(name ?? text.nameless)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
