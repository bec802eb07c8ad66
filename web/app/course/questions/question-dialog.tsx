import { Suspense, useRef, useState } from 'react'
import type { Lesson } from '~/course/lesson/lesson.rules'
import { lessonPageText } from '~/course/lesson/lesson-page.he'
import { lazyPart, prefetchPart } from '~/shared/browser/lazy-part'
import { Button } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'

const load = () => import('./question-window').then((part) => part.QuestionWindow)
const QuestionWindow = lazyPart(load)
const ahead = () => prefetchPart(load)

type QuestionDialogProps = {
  userId: string
  lesson: Lesson
  /** Where the video is, asked when the question comes up. */
  position: () => number
  onOpen: () => void
}

/** 'I didn't understand this': asks the academy about a second of the lesson, or about all of it. */
export function QuestionDialog({ userId, lesson, position, onOpen }: QuestionDialogProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [second, setSecond] = useState<number | null>(null)
  const open = () => {
    setSecond(Math.floor(position()))
    onOpen()
  }
  return (
    <>
      <Button
        ref={opener}
        look="secondary"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={second !== null}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={open}
      >
        <Icon name="question" />
        {lessonPageText.ask}
      </Button>
      {second !== null && (
        <Suspense>
          <QuestionWindow
            userId={userId}
            lesson={lesson}
            second={second}
            opener={opener}
            onClose={() => setSecond(null)}
          />
        </Suspense>
      )}
    </>
  )
}
