import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Bidi } from '~/shared/ui/bidi'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { lessonText } from './lesson.he'

type CourseHeadProps = {
  courseId: string
  title: string
  index: number
  count: number
  percent: number
  /** What can be done with the course: its bookmark. */
  action?: ReactNode
}

/** Which course this is, which of its lessons, and how far the person has come in it. */
export function CourseHead({ courseId, title, index, count, percent, action }: CourseHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
      <div className="flex min-h-11 items-center gap-1 font-bold font-serif text-xl leading-tight md:text-2xl">
        <Link
          to={paths.course(courseId)}
          className="underline decoration-rule-2 underline-offset-6 hover:decoration-green"
        >
          {title}
        </Link>
        {action}
      </div>
      <div className="flex grow items-center gap-4 text-ink-2 text-sm sm:max-w-[380px]">
        <span className="shrink-0">{lessonText.lessonOf(index, count)}</span>
        <ProgressBar percent={percent} label={lessonText.courseProgress} className="grow" />
        <Bidi className="shrink-0 font-semibold text-green-ink">{lessonText.percentDone(percent)}</Bidi>
      </div>
    </div>
  )
}
