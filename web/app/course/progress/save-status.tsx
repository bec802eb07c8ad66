import { clsx } from 'clsx'
import { useSyncExternalStore } from 'react'
import { lessonText } from '~/course/lesson/lesson.he'
import { useSession } from '~/session/student/session-store'
import { browserQueue } from './browser-queue'

const DOT = { saved: 'bg-green', waiting: 'bg-saffron', refused: 'bg-saffron', lost: 'bg-red' } as const

/** Whether what was watched is saved, and if not, what becomes of it; spoken politely when it changes. */
export function SaveStatus({ className }: { className?: string }) {
  const queue = browserQueue()
  const state = useSyncExternalStore(queue.subscribe, queue.getState)
  const session = useSession()
  const waiting = session.status === 'student' && session.lapsed ? lessonText.waitingForSignIn : lessonText.waiting
  const words = { quiet: '', saved: lessonText.saved, waiting, refused: lessonText.refused, lost: lessonText.lost }
  return (
    <p aria-live="polite" className={clsx('flex min-h-6 items-center gap-2 text-sm', className)}>
      {state !== 'quiet' && <span aria-hidden="true" className={clsx('size-2 shrink-0 rounded-full', DOT[state])} />}
      <span className={state === 'saved' ? 'text-green-ink' : 'text-ink'}>{words[state]}</span>
    </p>
  )
}
