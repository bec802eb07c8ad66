import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Button, buttonClass } from '~/shared/ui/button'
import { StateMessage } from '~/shared/ui/state-message'
import { lessonProblems, lessonText } from './lesson.he'
import { ControlsPlace } from './lesson-skeleton'

const toCourses = (
  <Link to={paths.courses} className={buttonClass('secondary')}>
    {lessonText.toCourses}
  </Link>
)

/** No such lesson, or it is no longer published. */
export const LessonNotFound = () => (
  <StateMessage title={lessonProblems.notFoundTitle} body={lessonProblems.notFound}>
    {toCourses}
  </StateMessage>
)

/** It did not come; a press asks again. */
export const LessonFailed = ({ onRetry }: { onRetry: () => void }) => (
  <StateMessage alert title={lessonProblems.failedTitle} body={lessonProblems.failed}>
    <Button onClick={onRetry}>{lessonText.retry}</Button>
    {toCourses}
  </StateMessage>
)

/** What stands in the place of the player when this person may not see the lesson, or it has no video yet. */
export function PlayerNotice({ title, body, children }: { title: string; body: string; children?: ReactNode }) {
  return (
    <div className="w-full bg-night">
      <div className="grid aspect-video content-center justify-items-center gap-3 overflow-auto p-6 text-center text-white">
        <p className="font-bold font-serif text-lg md:text-2xl">{title}</p>
        <p className="max-w-[48ch] text-mist">{body}</p>
        {children}
      </div>
      <ControlsPlace />
    </div>
  )
}
