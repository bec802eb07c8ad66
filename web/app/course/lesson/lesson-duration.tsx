import { formatLessonDuration, isoDuration } from '~/shared/formats/durations'
import { Bidi } from '~/shared/ui/bidi'

/** How long a lesson takes [9-31]; nothing while nobody knows. */
export function LessonDuration({ seconds, className }: { seconds: number; className?: string }) {
  const text = formatLessonDuration(seconds)
  if (text === null) return null
  return (
    <time dateTime={isoDuration(seconds)} className={className}>
      <Bidi>{text}</Bidi>
    </time>
  )
}
