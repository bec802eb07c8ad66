import { type Ref, Suspense, useEffect, useRef, useState } from 'react'
import type { CourseOutline, Lesson } from '~/course/lesson/lesson.rules'
import type { TimedPlayer } from '~/course/player/timed-player'
import { lazyPart } from '~/shared/browser/lazy-part'
import { plural } from '~/shared/formats/plural'
import { Skeleton } from '~/shared/ui/skeleton'
import { NoteComposer, type NoteComposerHandle } from './note-composer'
import { NoteLine } from './note-line'
import { countedNotes, notesText as text } from './notes.he'
import type { LessonNote } from './notes.rules'
import { type Notes, useNotes } from './use-notes'

const NotesExport = lazyPart(() => import('./notes-export').then((part) => part.NotesExport))

export type { NoteComposerHandle } from './note-composer'

type NotesPanelProps = {
  userId: string
  outline: CourseOutline
  lesson: Lesson
  player: TimedPlayer | null
  composer: Ref<NoteComposerHandle>
}

/** The person's notes of a lesson: one is written above, the others stand by their seconds below. */
export function NotesPanel({ userId, outline, lesson, player, composer }: NotesPanelProps) {
  const notes = useNotes(userId, lesson)
  const [removed, setRemoved] = useState<LessonNote | null>(null)
  const [restored, setRestored] = useState(false)

  const remove = (note: LessonNote) => {
    notes.remove(note)
    setRemoved(note)
    setRestored(false)
  }
  const restore = () => {
    if (removed) void notes.write(removed)
    setRemoved(null)
    setRestored(true)
  }
  return (
    <div>
      <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-ink-2 text-sm">
          {notes.notes.length > 0 ? plural(notes.notes.length, countedNotes) : text.private}
        </p>
        <NotesSaved waiting={notes.waiting} />
      </div>
      <NoteComposer
        ref={composer}
        userId={userId}
        lessonId={lesson.id}
        player={player}
        onWrite={(positionSeconds, body) => {
          setRestored(false)
          return notes.write({ positionSeconds, body })
        }}
      />
      <Removed note={removed} restored={restored} onUndo={restore} />
      <LoadState notes={notes} />
      <ul>
        {notes.notes.map((note) => (
          <NoteLine
            key={note.id}
            userId={userId}
            note={note}
            onSeek={(seconds) => player?.seek(seconds)}
            onChange={(body) => notes.write({ ...note, body })}
            onRemove={() => remove(note)}
          />
        ))}
      </ul>
      <Suspense>
        <NotesExport userId={userId} outline={outline} lesson={lesson} notes={notes.notes} />
      </Suspense>
    </div>
  )
}

/** What was deleted last can be brought back until another is deleted or the lesson is left. */
function Removed({ note, restored, onUndo }: { note: LessonNote | null; restored: boolean; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (note) undo.current?.focus()
  }, [note])
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 text-sm empty:hidden">
      {note && (
        <>
          <span>{text.removed}</span>
          <button ref={undo} type="button" onClick={onUndo} className="text-link min-h-11 px-1">
            {text.undo}
          </button>
        </>
      )}
      {!note && restored && <span className="py-2">{text.restored}</span>}
    </div>
  )
}

function LoadState({ notes: { loading, notes, reload } }: { notes: Notes }) {
  if (loading === 'loading')
    return (
      <div className="grid gap-2 py-4">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
      </div>
    )
  if (loading === 'offline') return <p className="py-4 text-ink-2 text-sm">{text.offline}</p>
  if (loading === 'failed')
    return (
      <div role="alert" className="py-3 text-sm">
        <span className="text-ink-2">{text.failed}</span>{' '}
        <button type="button" onClick={reload} className="text-link min-h-11">
          {text.retry}
        </button>
      </div>
    )
  return notes.length === 0 ? <p className="border-rule border-b py-4 text-ink-2">{text.empty}</p> : null
}

const SLOW_MS = 4_000

/** Whether the notes are saved; silent until something was written. */
function NotesSaved({ waiting }: { waiting: number }) {
  const [begun, setBegun] = useState(false)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (waiting === 0) return
    setBegun(true)
    if (!navigator.onLine) setSlow(true)
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  const words = waiting > 0 ? (slow ? text.waiting : text.saving) : begun ? text.saved : ''
  return (
    <p aria-live="polite" className={`text-sm ${waiting > 0 ? 'text-saffron-ink' : 'text-green-ink'}`}>
      {words}
    </p>
  )
}
