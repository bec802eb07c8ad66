import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { buttonClass } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'
import { lessonText } from './lesson.he'
import type { Lesson } from './lesson.rules'

type LessonStepsProps = { previous: Lesson | undefined; next: Lesson | undefined }

/** The ways to the neighbours of a lesson; forward points to the left, as Hebrew is read. */
export function LessonSteps({ previous, next }: LessonStepsProps) {
  return (
    <nav aria-label={lessonText.steps} className="flex w-full gap-2 sm:w-auto">
      {previous && (
        <Link to={paths.lesson(previous.courseId, previous.id)} className={`${buttonClass('secondary', 'small')} grow`}>
          <Icon name="arrow-back" />
          {lessonText.previous}
        </Link>
      )}
      {next && (
        <Link to={paths.lesson(next.courseId, next.id)} className={`${buttonClass('primary', 'small')} grow`}>
          {lessonText.next}
          <Icon name="arrow-next" />
        </Link>
      )}
    </nav>
  )
}
