import { formatCourseDuration, sayCourseDuration } from '~/shared/formats/course-durations'

/** How long a course takes: `0h 6m` to the eye [9-30], 'שש דקות' in figures to the ear. */
export function CourseDuration({ minutes }: { minutes: number | null }) {
  return (
    <>
      <bdi dir="ltr" aria-hidden="true" className="whitespace-nowrap">
        {formatCourseDuration(minutes)}
      </bdi>
      <span className="sr-only">{sayCourseDuration(minutes)}</span>
    </>
  )
}
