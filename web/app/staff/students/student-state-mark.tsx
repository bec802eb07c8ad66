import { clsx } from 'clsx'
import type { StudentState } from './students.calls'
import { studentsText } from './students.he'

const COLOURS: Record<StudentState, string> = {
  active: 'bg-green',
  unverified: 'bg-saffron',
  leaving: 'bg-saffron',
  closed: 'bg-red',
}

/** The state of an account: a small dot and a word. */
export function StudentStateMark({ state }: { state: StudentState }) {
  return (
    <>
      <span aria-hidden="true" className={clsx('me-2 inline-block size-2 rounded-full', COLOURS[state])} />
      {studentsText.states[state]}
    </>
  )
}
