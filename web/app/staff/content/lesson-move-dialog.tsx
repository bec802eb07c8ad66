import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { Alert } from '~/shared/ui/alert'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { toast } from '~/shared/ui/toast'
import { choicesQuery } from './content-choices.calls'
import { type MoveOutlook, moveLesson, moveOutlookQuery } from './order.calls'
import { orderText as text } from './order.he'

type LessonMoveDialogProps = { id: string; title: string; course: string | undefined; onClose: () => void }

/** Asks for the course that a lesson moves to, and says before what that would come to, or why it cannot. */
export function LessonMoveDialog({ id, title, course, onClose }: LessonMoveDialogProps) {
  const client = useQueryClient()
  const field = useId()
  const [target, setTarget] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { data: courses } = useQuery(choicesQuery('course'))
  const { data: outlook, isError } = useQuery({ ...moveOutlookQuery(id, target), enabled: target !== '' })
  const isAllowed = target !== '' && outlook?.refusal === null
  async function move() {
    await moveLesson(id, target)
    const name = courses?.find((one) => one.id === target)?.name ?? ''
    void toast.success(text.movedToCourse(title, name))
    await client.invalidateQueries({ queryKey: ['staff', 'content', 'lesson'] })
  }
  return (
    <ConfirmDialog
      title={text.courseTitle(title)}
      lead={text.courseLead}
      confirm={text.move}
      cancel={text.cancel}
      look="primary"
      isReady={() => {
        setIsMissing(target === '')
        return isAllowed
      }}
      onConfirm={move}
      onClose={onClose}
    >
      <label htmlFor={field} className="mb-1 block font-semibold">
        {text.course}
      </label>
      <select
        id={field}
        value={target}
        aria-invalid={isMissing || undefined}
        aria-describedby={`${field}-outlook`}
        onChange={({ target: chosen }) => {
          setTarget(chosen.value)
          setIsMissing(false)
        }}
        className="block min-h-12 w-full rounded-control border border-field bg-card px-3"
      >
        <option value="" />
        {courses
          ?.filter((one) => one.id !== course)
          .map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
      </select>
      <div id={`${field}-outlook`} role="status" className="mt-3">
        {isMissing && <p className="text-red text-sm">{text.courseMissing}</p>}
        {target !== '' && !outlook && <p className="text-ink-2">{isError ? text.outlookFailed : text.checking}</p>}
        {outlook && <Outlook outlook={outlook} />}
      </div>
    </ConfirmDialog>
  )
}

/** What a move would come to, or why it cannot be. */
function Outlook({ outlook }: { outlook: MoveOutlook }) {
  const { refusal, students, finishedHere, finishedThere, willHide, links } = outlook
  const refused = refusal && text.refusals[refusal.code]
  if (refusal) return <Alert tone="error">{refused ? plural(refusal.count, refused) : refusal.code}</Alert>
  const lines = [
    ...(willHide ? [text.willHide] : []),
    ...(students > 0 ? [plural(students, text.students)] : []),
    ...(finishedHere > 0 ? [plural(finishedHere, text.finishedHere)] : []),
    ...(finishedThere > 0 ? [plural(finishedThere, text.finishedThere)] : []),
    ...(links > 0 ? [plural(links, text.links)] : []),
  ]
  if (lines.length === 0) return <p className="text-ink-2">{text.nothing}</p>
  return (
    <ul className="grid gap-1 ps-5">
      {lines.map((line) => (
        <li key={line} className="list-disc">
          {line}
        </li>
      ))}
    </ul>
  )
}
