import type { MyCourse } from '~/course/progress/my-courses.rules'
import { Section } from '~/shared/ui/section'
import type { ViewedLesson } from './viewing.calls'
import { viewingText as text } from './viewing.he'

/** The lessons of the begun courses with how far the student is in each. */
export function ViewedLessons({ courses, lessons }: { courses: MyCourse[]; lessons: ViewedLesson[] }) {
  if (courses.length === 0) return null
  return (
    <Section id="viewed-lessons" title={text.lessons}>
      {courses.map(({ courseId, titleHe }) => (
        <details key={courseId} className="border-rule border-b">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
            <bdi>{titleHe}</bdi>
          </summary>
          <ol className="pb-4">
            {lessons
              .filter((lesson) => lesson.courseId === courseId)
              .map(({ id, title, percent, completed }) => (
                <li key={id} className="flex min-h-[42px] items-center justify-between gap-4 border-rule border-t py-2">
                  <bdi>{title}</bdi>
                  <span className="shrink-0 text-ink-2">
                    {completed ? text.done : percent > 0 ? <bdi dir="ltr">{percent}%</bdi> : text.notBegun}
                  </span>
                </li>
              ))}
          </ol>
        </details>
      ))}
    </Section>
  )
}
