import { useState } from 'react'
import { Button } from '~/shared/ui/button'
import { lessonImportText as text } from './lesson-import.he'
import { LessonImportDialog } from './lesson-import-dialog'

/** Opens the way from videos at Vimeo to draft lessons of a course. */
export function LessonImportButton({ course }: { course: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {isOpen && <LessonImportDialog course={course} onClose={() => setOpen(false)} />}
    </>
  )
}
