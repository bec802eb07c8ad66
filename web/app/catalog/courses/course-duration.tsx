import { courseDurationInWords, formatCourseDuration } from '~/shared/formats/course-durations'

/** How long a course takes: `0h 6m` to the eye [9-30], 'שש דקות' in figures to the ear; nothing of a course of no minutes. */
export function CourseDuration({ minutes }: { minutes: number | null }) {
  if (minutes === 0) return null
  return (
    <>
      <bdi dir="ltr" aria-hidden="true" className="whitespace-nowrap">
        {formatCourseDuration(minutes)}
      </bdi>
      <span className="sr-only">{courseDurationInWords(minutes)}</span>
    </>
  )
}
