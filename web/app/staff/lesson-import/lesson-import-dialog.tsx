import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { formatClock } from '~/shared/formats/clock'
import { plural } from '~/shared/formats/plural'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextArea } from '~/shared/ui/text-area'
import { toast } from '~/shared/ui/toast'
import { isSameVideo } from '~/staff/media/vimeo-links.rules'
import { importLessons, readFolder } from './lesson-import.calls'
import { lessonImportText as text } from './lesson-import.he'
import { type ImportedVideo, MOST_VIDEOS, readPasted } from './lesson-import.rules'

/** Makes draft lessons of videos that lie with Vimeo: of a pasted list, or of the course's folder. */
export function LessonImportDialog({ course, onClose }: { course: string; onClose: () => void }) {
  const client = useQueryClient()
  const [pasted, setPasted] = useState('')
  const [folder, setFolder] = useState<ImportedVideo[]>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isReading, setReading] = useState(false)
  const { videos: typed, wrong } = readPasted(pasted)
  const videos = [
    ...typed,
    ...(folder ?? []).filter(({ id }) => !left.has(id) && !typed.some((other) => isSameVideo(other.id, id))),
  ]
  async function read() {
    setReading(true)
    setFailure(undefined)
    try {
      setFolder(await readFolder(course))
    } catch (cause) {
      setFailure(toAppError(cause).message)
    }
    setReading(false)
  }
  function isReady() {
    const message =
      wrong.length > 0
        ? `${text.wrong(wrong[0]?.line ?? 0)} ${wrong[0]?.text ?? ''}`
        : videos.length === 0
          ? text.nothing
          : videos.length > MOST_VIDEOS
            ? text.tooMany
            : undefined
    setProblem(message)
    return message === undefined
  }
  async function make() {
    const { made, known } = await importLessons(course, videos)
    await client.invalidateQueries({ queryKey: ['staff', 'content'] })
    const message = [plural(made, text.made), known > 0 && plural(known, text.known)]
    void toast.success(`${message.filter(Boolean).join(', ')}.`)
  }
  return (
    <ConfirmDialog
      title={text.title}
      lead={text.lead}
      confirm={text.make}
      cancel={text.cancel}
      look="primary"
      isReady={isReady}
      onConfirm={make}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextArea
          label={text.pasted}
          hint={text.pastedHint}
          error={problem}
          rows={6}
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
        />
        <Button look="secondary" size="small" className="justify-self-start" onClick={() => void read()}>
          {text.folder}
        </Button>
        <p role="status" className="text-ink-2 empty:hidden">
          {isReading && text.folderReading}
          {folder && (folder.length === 0 ? text.folderEmpty : plural(folder.length, text.folderFound))}
        </p>
        {failure && <Alert tone="error">{failure}</Alert>}
        {folder && folder.length > 0 && (
          <ul className="max-h-64 overflow-y-auto">
            {folder.map(({ id, title, durationSeconds }) => (
              <li key={id} className="border-rule border-t">
                <label className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    className="size-5 accent-green"
                    checked={!left.has(id)}
                    onChange={({ target }) => {
                      const changed = new Set(left)
                      if (target.checked) changed.delete(id)
                      else changed.add(id)
                      setLeft(changed)
                    }}
                  />
                  <Bidi className="grow">{title || id}</Bidi>
                  <bdi dir={durationSeconds ? 'ltr' : undefined} className="text-ink-2 text-sm tabular-nums">
                    {durationSeconds ? formatClock(durationSeconds) : text.noLength}
                  </bdi>
                </label>
              </li>
            ))}
          </ul>
        )}
      </div>
    </ConfirmDialog>
  )
}
