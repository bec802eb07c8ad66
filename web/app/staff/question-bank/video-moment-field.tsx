import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useId, useState } from 'react'
import { formatClock } from '~/shared/formats/clock'
import { TextField } from '~/shared/ui/text-field'
import { SELECT } from './field-styles'
import { shapeText as text } from './question-shapes.he'
import { type LessonChoice, lessonChoicesQuery } from './video-lessons.calls'
import { readMoment } from './video-moment.rules'

type Films = { course: string; lessons: readonly LessonChoice[] }
const FilmsContext = createContext<Films>({ course: '', lessons: [] })

/** Knows the films that can explain what is asked below it: those of the course. */
export function CourseVideosProvider({ course, children }: { course: string; children: ReactNode }) {
  const { data: lessons = [] } = useQuery({ ...lessonChoicesQuery(course), enabled: course !== '' })
  return <FilmsContext value={{ course, lessons }}>{children}</FilmsContext>
}

/** The films of the course as a review leads to them. */
export function useCourseVideoOptions(): ReadonlyMap<string, { id: string; courseId: string; title: string }> {
  const { course, lessons } = use(FilmsContext)
  return new Map(lessons.map(({ id, name }) => [id, { id, courseId: course, title: name }]))
}

type FilmFieldProps = { label: string; value: unknown; onChange: (value: unknown) => void }

/** The lesson, and the moment of its film, that "watch again" leads to; or none. */
export function VideoMomentField({ label, value, onChange }: FilmFieldProps) {
  const { lessons } = use(FilmsContext)
  const id = useId()
  const { lesson = '', second = 0 } = (value ?? {}) as { lesson?: string; second?: number }
  const [typed, setTyped] = useState(() => formatClock(second))
  // What is held may change under the field: a version that is taken back, a file.
  const shown = readMoment(typed) === undefined || readMoment(typed) === second ? typed : formatClock(second)
  const chosen = lessons.find((one) => one.id === lesson)
  const isLate = chosen !== undefined && chosen.seconds > 0 && second >= chosen.seconds
  const error =
    readMoment(shown) === undefined
      ? text.filmAtWrong
      : isLate
        ? text.filmTooLate(formatClock(chosen.seconds))
        : undefined
  return (
    <div className="grid items-start gap-4 md:grid-cols-[1fr_200px]">
      <div>
        <label htmlFor={id} className="mb-1 block font-semibold">
          {label}
        </label>
        <select
          id={id}
          value={lesson}
          onChange={({ target }) => onChange(target.value === '' ? undefined : { lesson: target.value, second })}
          className={SELECT}
        >
          <option value="">{text.noFilm}</option>
          {lesson !== '' && !chosen && <option value={lesson}>{text.otherLesson}</option>}
          {lessons.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      {lesson !== '' && (
        <TextField
          label={text.filmAt}
          hint={text.filmAtHint}
          error={error}
          dir="ltr"
          value={shown}
          onChange={({ target }) => {
            setTyped(target.value)
            const moment = readMoment(target.value)
            if (moment !== undefined) onChange({ lesson, second: moment })
          }}
        />
      )}
    </div>
  )
}
