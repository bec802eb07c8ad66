import { clsx } from 'clsx'
import { memo, useState } from 'react'
import { directionOf } from '~/shared/formats/direction'
import { Button } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'
import { captionsText as text } from './captions.he'
import { type Cue, cueTroubles, shownTime, typedTime } from './cues.rules'

/** What can be done with one caption. */
export type CueActions = {
  write: (index: number, changes: Partial<Cue>) => void
  split: (index: number, place: number) => void
  merge: (index: number) => void
  remove: (index: number) => void
  seek: (seconds: number) => void
  chosen: (index: number) => void
}

type CueRowProps = { cue: Cue; next: Cue | undefined; index: number; playing: boolean; acts: CueActions }

/** One caption: when it is read, its words, and what makes it hard to read. */
export const CueRow = memo(function CueRow({ cue, next, index, playing, acts }: CueRowProps) {
  const number = index + 1
  const troubles = cueTroubles(cue, next)
  return (
    <li
      data-cue={index}
      onFocus={() => acts.chosen(index)}
      className={clsx(
        'grid gap-x-3 gap-y-2 border-rule border-t py-3 md:grid-cols-[7rem_1fr]',
        playing && 'bg-green-wash',
      )}
    >
      <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 md:grid-cols-1">
        <TimeField label={text.start(number)} seconds={cue.start} onWrite={(start) => acts.write(index, { start })} />
        <TimeField label={text.end(number)} seconds={cue.end} onWrite={(end) => acts.write(index, { end })} />
        <Button look="quiet" size="small" aria-label={text.seek(number)} onClick={() => acts.seek(cue.start)}>
          <Icon name="play" className="size-4" />
        </Button>
      </div>
      <div>
        <textarea
          aria-label={text.words(number)}
          aria-describedby={troubles.length > 0 ? `cue-${index}-troubles` : undefined}
          dir={directionOf(cue.text)}
          rows={2}
          value={cue.text}
          onChange={({ target }) => acts.write(index, { text: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !event.ctrlKey) return
            event.preventDefault()
            acts.split(index, event.currentTarget.selectionStart)
          }}
          className="block w-full rounded-control border border-field bg-card px-3 py-2"
        />
        {troubles.length > 0 && (
          <p id={`cue-${index}-troubles`} className="mt-1 text-saffron-ink text-sm">
            {troubles.map((trouble) => text.troubles[trouble]).join(' · ')}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-1">
          <Button
            look="quiet"
            size="small"
            aria-label={text.split(number)}
            onClick={() => acts.split(index, middleOf(cue.text))}
          >
            {text.splitShort}
          </Button>
          {next && (
            <Button look="quiet" size="small" aria-label={text.merge(number)} onClick={() => acts.merge(index)}>
              {text.mergeShort}
            </Button>
          )}
          <Button look="quiet" size="small" aria-label={text.remove(number)} onClick={() => acts.remove(index)}>
            {text.removeShort}
          </Button>
        </p>
      </div>
    </li>
  )
})

/** The space nearest to the middle of a text. */
function middleOf(text: string): number {
  const spaces = [...text.matchAll(/\s/g)].map(({ index }) => index)
  const middle = text.length / 2
  return spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? 0
}

type TimeFieldProps = { label: string; seconds: number; onWrite: (seconds: number) => void }

/** A time, which counts while it is typed; what is no time stands for the one before, and is taken back when the field is left. */
function TimeField({ label, seconds, onWrite }: TimeFieldProps) {
  const [draft, setDraft] = useState<{ typed: string; before: number }>()
  // What is written from elsewhere meanwhile takes its place.
  const current = draft && timeOf(draft) === seconds ? draft : undefined
  return (
    <input
      aria-label={label}
      dir="ltr"
      inputMode="decimal"
      value={current?.typed ?? shownTime(seconds)}
      onChange={({ target }) => {
        const next = { typed: target.value, before: current?.before ?? seconds }
        setDraft(next)
        if (timeOf(next) !== seconds) onWrite(timeOf(next))
      }}
      onBlur={() => setDraft(undefined)}
      className="block min-h-11 w-full rounded-control border border-field bg-card px-2 text-center tabular-nums"
    />
  )
}

const timeOf = ({ typed, before }: { typed: string; before: number }) => typedTime(typed) ?? before
