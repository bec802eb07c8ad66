import type { ReactNode } from 'react'
import type { Lesson } from './lesson.rules'
import { LessonSteps } from './lesson-steps'

type LessonActionsProps = {
  lesson: Lesson
  previous: Lesson | undefined
  next: Lesson | undefined
  notice?: ReactNode
  children?: ReactNode
}

/** The name of the lesson, its neighbours, and what can be done with it. */
export function LessonActions({ lesson, previous, next, notice, children }: LessonActionsProps) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <h1 className="min-w-0 text-xl md:text-2xl">{lesson.titleHe}</h1>
        <LessonSteps previous={previous} next={next} />
      </div>
      {notice}
      <div className="mt-3 flex min-h-[69px] flex-wrap items-center gap-x-3 gap-y-2 border-rule border-y py-3 md:mt-5">
        {children}
      </div>
    </>
  )
}
