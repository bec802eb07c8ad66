import { Suspense, useId, useRef, useState } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import type { FieldParts } from '~/staff/form/versioned-form'
import { captionsText as text } from './captions.he'
import {
  CAPTION_LANGUAGES,
  type CaptionLanguage,
  captionLanguages,
  cuesIn,
  cueTroubles,
  type StoredTrack,
  withCues,
} from './cues.rules'
import { readTimedLines, writeTimedLines } from './timed-lines.rules'

const CaptionsEditor = lazyPart(() => import('./captions-editor').then((part) => part.CaptionsEditor))

type CaptionsFieldProps = {
  parts: FieldParts
  /** What the other fields of the form hold now. */
  held: (name: string) => string
  write: (name: string, value: string) => void
}

const tracksOf = (json: string): StoredTrack[] => (json === '' ? [] : (JSON.parse(json) as StoredTrack[]))

/** The captions of a lesson in its form: how many there are, and the way to write them beside the film. */
export function CaptionsField({ parts, held, write }: CaptionsFieldProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [language, setLanguage] = useState<CaptionLanguage>('he')
  const { label, error, name } = parts
  const tracks = tracksOf(held(name))
  const cues = cuesIn(tracks, language)
  const troubled = cues.filter((cue, index) => cueTroubles(cue, cues[index + 1]).length > 0).length
  return (
    <fieldset aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
      <p id={id} className="mb-1 font-semibold">
        {label}
      </p>
      {/* Stands for the field where the form leads to it. */}
      <input type="hidden" {...parts} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <select
          aria-label={text.language}
          value={language}
          onChange={({ target }) => setLanguage(target.value as CaptionLanguage)}
          className="min-h-11 rounded-control border border-field bg-card px-3"
        >
          {captionLanguages.map((lang) => (
            <option key={lang} value={lang} lang={lang}>
              {CAPTION_LANGUAGES[lang]}
              {tracks.some((track) => track.lang === lang) && ' ✓'}
            </option>
          ))}
        </select>
        <Button ref={button} look="secondary" size="small" onClick={() => setOpen(true)}>
          {text.open}
        </Button>
        <span className="text-ink-2">
          {cues.length === 0 ? text.none : plural(cues.length, text.counted)}
          {troubled > 0 && `, ${plural(troubled, text.troubled)}`}
        </span>
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-red text-sm">
          {error}
        </p>
      )}
      {open && (
        <Suspense>
          <CaptionsEditor
            first={cues}
            language={language}
            transcript={readTimedLines(held('transcript')) ?? []}
            videoPath={held('provider') === 'file' ? held('video_ref') || null : null}
            onTranscript={(sentences) => write('transcript', writeTimedLines(sentences))}
            onDone={(written) => {
              setOpen(false)
              const json = JSON.stringify(withCues(tracks, language, written))
              if (json !== JSON.stringify(withCues(tracks, language, cues))) write(name, json)
            }}
            onDrop={() => setOpen(false)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}
