import { useState } from 'react'
import type { CourseOutline, Lesson } from '~/course/lesson/lesson.rules'
import { Button } from '~/shared/ui/button'
import { downloadText } from './download-text'
import { fetchCourseNotes } from './notes.calls'
import { fileName, type LessonNote, notesFile } from './notes.rules'
import { notesExportText as text } from './notes-export.he'

type NotesExportProps = { userId: string; outline: CourseOutline; lesson: Lesson; notes: readonly LessonNote[] }

/** The notes as a text file: those of the lesson, or of the whole course. */
export function NotesExport({ userId, outline, lesson, notes }: NotesExportProps) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const give = (title: string, lessons: Parameters<typeof notesFile>[1]) =>
    downloadText(`${fileName(text.fileOf(title))}.txt`, notesFile(outline.titleHe, lessons, text.file))

  const giveCourse = async () => {
    setBusy(true)
    setFailed(false)
    try {
      const saved = await fetchCourseNotes(userId, outline.courseId, outline.lessons, text.withdrawn)
      // What is written here may not be saved yet.
      give(
        outline.titleHe,
        saved.map((part) => (part.lessonId === lesson.id ? { ...part, notes } : part)),
      )
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="pt-4">
      <h3 className="mb-2 font-sans font-semibold text-ink-2 text-sm">{text.exportTitle}</h3>
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          size="small"
          disabled={notes.length === 0}
          onClick={() => give(lesson.titleHe, [{ title: lesson.titleHe, notes }])}
        >
          {text.exportLesson}
        </Button>
        <Button look="secondary" size="small" busy={busy} onClick={() => void giveCourse()}>
          {text.exportCourse}
        </Button>
      </div>
      <p role="alert" className="mt-2 text-red text-sm empty:hidden">
        {failed && text.exportFailed}
      </p>
    </div>
  )
}
