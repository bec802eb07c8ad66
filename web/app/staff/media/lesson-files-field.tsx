import { Suspense, useId, useState } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/text-field'
import type { FieldParts } from '~/staff/form/versioned-form'
import { mediaText } from './media.he'
import { type LessonFile, MOST_LESSON_FILES, sizeAsRead, toLessonFile } from './media.rules'

const MediaPicker = lazyPart(() => import('./media-picker').then((part) => part.MediaPicker))
const text = mediaText.fileWords
const LONGEST_TITLE = 120

type LessonFilesFieldProps = { parts: FieldParts; json: string; write: (name: string, value: string) => void }

/** The files that a lesson hands to its students, under the names that they read. */
export function LessonFilesField({ parts, json, write }: LessonFilesFieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { label, error, name } = parts
  const files = JSON.parse(json || '[]') as LessonFile[]
  const say = (changed: LessonFile[]) => write(name, JSON.stringify(changed))
  return (
    <fieldset aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
      <p id={id} className="mb-1 font-semibold">
        {label}
      </p>
      {/* Stands for the field where the form leads to it. */}
      <input type="hidden" {...parts} />
      {files.length === 0 && <p className="mb-2 text-ink-2">{text.none}</p>}
      <ul className="grid gap-3">
        {files.map((file, place) => (
          <li key={file.path} className="flex flex-wrap items-end gap-x-4 gap-y-2">
            <TextField
              className="grow basis-64"
              label={text.name}
              maxLength={LONGEST_TITLE}
              value={file.title}
              hint={
                <bdi dir="ltr">{`${file.path.slice(file.path.lastIndexOf('.') + 1).toUpperCase()} · ${sizeAsRead(file.bytes)}`}</bdi>
              }
              onChange={({ target }) => say(files.with(place, { ...file, title: target.value.trimStart() }))}
            />
            <Button
              look="quiet"
              size="small"
              className="mb-7"
              aria-label={`${text.remove}: ${file.title}`}
              onClick={() => say(files.filter((other) => other !== file))}
            >
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-red text-sm">
          {error}
        </p>
      )}
      {files.length < MOST_LESSON_FILES && (
        <Button look="secondary" size="small" className="mt-3" onClick={() => setOpen(true)}>
          {text.add}
        </Button>
      )}
      {open && (
        <Suspense>
          <MediaPicker
            kind="file"
            onChosen={(file) => {
              setOpen(false)
              if (!files.some(({ path }) => path === file.path)) say([...files, toLessonFile(file)])
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}
