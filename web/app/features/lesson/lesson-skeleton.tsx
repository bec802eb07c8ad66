import { Skeleton } from '~/components/ui/skeleton'
import { lessonText } from '~/locales/he/lesson'

const LINES = ['a', 'b', 'c', 'd', 'e']

/** The shape of a player that is on its way. */
export function PlayerSkeleton() {
  return (
    <div role="status" className="aspect-video w-full bg-night">
      <span className="sr-only">{lessonText.opening}</span>
    </div>
  )
}

/** The shape of the texts below the player. */
export function TextSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-7 w-40" />
      {LINES.map((line) => (
        <Skeleton key={line} className="h-5 w-full max-w-[62ch]" />
      ))}
    </div>
  )
}
