import { Skeleton } from '~/shared/ui/skeleton'
import { lessonText } from './lesson.he'

const LINES = ['a', 'b', 'c', 'd', 'e']

/** The shape of a player that is on its way. */
export function PlayerSkeleton() {
  return (
    <div role="status" className="w-full bg-night">
      <span className="block aspect-video" />
      <span className="sr-only">{lessonText.opening}</span>
      <ControlsPlace />
    </div>
  )
}

/** The height of the player's controls, so that nothing moves when they come. */
export const ControlsPlace = () => <span aria-hidden="true" className="block h-[94px]" />

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
