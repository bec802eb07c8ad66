import { type Ref, useRef, useState } from 'react'
import { saveFile } from '~/shared/browser/save-file'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { readCaptionBytes } from './caption-file.rules'
import { captionsText as text } from './captions.he'
import { type CaptionLanguage, type Cue, shiftCues, writeCues } from './cues.rules'

/** Bytes of a track as a lesson stores it, and of a file, which may hold a time and a tag for each word. */
const MOST_BYTES = 300_000
const MOST_FILE_BYTES = 3_000_000

type CueToolsProps = {
  cues: readonly Cue[]
  /** The caption from which on all are moved. */
  from: number
  canUndo: boolean
  onUndo: () => void
  onChange: (cues: Cue[]) => void
  onAdd: () => void
  /** The button that adds one. */
  adding: Ref<HTMLButtonElement>
  fromTranscript: (() => Cue[]) | undefined
  language: CaptionLanguage
  toTranscript: (() => void) | undefined
}

/** What is done with all captions: from and to files and the transcript, moving them in time, and the way back. */
export function CueTools({ cues, from, onChange, ...props }: CueToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [seconds, setSeconds] = useState('')
  // On a phone the captions come first; without any, what makes them.
  const [startsOpen] = useState(() => cues.length === 0 || (window.matchMedia?.('(min-width: 64rem)').matches ?? true))
  const [problem, setProblem] = useState<string>()
  const [fileProblem, setFileProblem] = useState<string>()
  const [fixes, setFixes] = useState<string[]>([])
  async function take(file: File | undefined) {
    if (!file) return
    setFixes([])
    if (file.size > MOST_FILE_BYTES) return setFileProblem(text.importTooBig)
    const read = readCaptionBytes(new Uint8Array(await file.arrayBuffer()))
    if ('problem' in read)
      return setFileProblem(`${file.name}, ${text.fileProblem(read.problem.line, read.problem.code)}`)
    const isTooBig = new TextEncoder().encode(writeCues(read.cues)).length > MOST_BYTES
    setFileProblem(isTooBig ? text.importTooBig : undefined)
    if (isTooBig) return
    onChange(read.cues)
    setFixes(text.fileFixes(read.fixes))
    void toast.success(text.imported)
  }
  function shift() {
    const by = Number(seconds.replace(',', '.'))
    const fits = seconds.trim() !== '' && Number.isFinite(by) && Math.abs(by) <= 36_000
    setProblem(fits ? undefined : text.shiftWrong)
    if (fits) onChange(shiftCues(cues, from, by))
  }
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap gap-2">
        <Button ref={props.adding} look="secondary" size="small" onClick={props.onAdd}>
          {text.add}
        </Button>
        <Button look="secondary" size="small" disabled={!props.canUndo} onClick={props.onUndo}>
          {text.undo}
        </Button>
      </p>
      <details open={startsOpen} className="[&[open]>summary]:mb-2">
        <summary className="w-fit cursor-pointer py-2.5 font-semibold">{text.more}</summary>
        <p className="flex flex-wrap gap-2">
          <Button look="quiet" size="small" onClick={() => input.current?.click()}>
            {text.import}
          </Button>
          <input
            ref={input}
            type="file"
            accept=".vtt,.srt,.sbv,.txt,text/vtt,text/plain"
            aria-label={text.import}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              void take(target.files?.[0])
              target.value = ''
            }}
          />
          {cues.length > 0 && (
            <Button
              look="quiet"
              size="small"
              onClick={() => saveFile(`captions.${props.language}.vtt`, 'text/vtt', writeCues(cues))}
            >
              {text.export}
            </Button>
          )}
          {props.fromTranscript && (
            <Button look="quiet" size="small" onClick={() => onChange(props.fromTranscript?.() ?? [])}>
              {text.fromTranscript}
            </Button>
          )}
          {cues.length > 0 && props.toTranscript && (
            <Button look="quiet" size="small" onClick={props.toTranscript}>
              {text.toTranscript}
            </Button>
          )}
        </p>
        {fileProblem && (
          <Alert tone="error" className="mt-2">
            <Bidi>{fileProblem}</Bidi>
          </Alert>
        )}
        {fixes.length > 0 && (
          <Alert tone="info" className="mt-2">
            <p>{text.fixesTitle}</p>
            <ul className="list-disc ps-5">
              {fixes.map((fix) => (
                <li key={fix}>{fix}</li>
              ))}
            </ul>
          </Alert>
        )}
        {cues.length > 0 && (
          <div className="mt-3 flex flex-wrap items-start gap-3">
            <TextField
              label={text.shift}
              hint={text.shiftFrom(from + 1)}
              dir="ltr"
              inputMode="decimal"
              value={seconds}
              error={problem}
              className="max-w-[180px]"
              onChange={({ target }) => setSeconds(target.value)}
            />
            <Button look="secondary" size="small" className="mt-8" onClick={shift}>
              {text.shiftDo}
            </Button>
          </div>
        )}
      </details>
    </div>
  )
}
