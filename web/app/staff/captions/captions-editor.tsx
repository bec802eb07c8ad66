import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { toast } from '~/shared/ui/toast'
import { CaptionVideo } from './caption-video'
import { captionsText as text } from './captions.he'
import { CueRow } from './cue-row'
import { CueTools } from './cue-tools'
import {
  CAPTION_LANGUAGES,
  type CaptionLanguage,
  type Cue,
  cuesOfTranscript,
  inOrder,
  mergeCues,
  splitCue,
  transcriptOfCues,
} from './cues.rules'
import { useCues } from './use-cues'

const NEW_CUE_SECONDS = 2

type CaptionsEditorProps = {
  first: readonly Cue[]
  language: CaptionLanguage
  transcript: readonly Cue[]
  /** Place of the film in the bucket of lesson videos; null without one. */
  videoPath: string | null
  onTranscript: (sentences: Cue[]) => void
  onDone: (cues: Cue[]) => void
  onDrop: () => void
}

/** Writes captions beside the film. Whatever closes it keeps them, but for the one button that drops them. */
export function CaptionsEditor({
  first,
  language,
  transcript,
  videoPath,
  onTranscript,
  onDone,
  onDrop,
}: CaptionsEditorProps) {
  const { cues, change, write, canUndo, undo } = useCues(first)
  const video = useRef<HTMLVideoElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [seconds, setSeconds] = useState(0)
  const [chosen, setChosen] = useState(0)
  const playing = cues.findIndex(({ start, end }) => start <= seconds && seconds < end)
  const now = () => Math.round((video.current?.currentTime ?? cues.at(-1)?.end ?? 0) * 1000) / 1000

  // Where the caret goes once the captions stand as they were changed to: what was pressed may be gone.
  const wanted = useRef<number | null>(null)
  const adding = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const place = Math.min(wanted.current, cues.length - 1)
    wanted.current = null
    const words = list.current?.querySelector<HTMLElement>(`[data-cue="${place}"] textarea`)
    ;(words ?? adding.current)?.focus()
  }, [cues])

  const present = useRef({ cues, change, write })
  present.current = { cues, change, write }
  const acts = useMemo(
    () => ({
      write: (index: number, changes: Partial<Cue>) => present.current.write(index, changes),
      split(index: number, place: number) {
        wanted.current = index + 1
        present.current.change(splitCue(present.current.cues, index, place))
      },
      merge(index: number) {
        wanted.current = index
        present.current.change(mergeCues(present.current.cues, index))
      },
      remove(index: number) {
        wanted.current = index
        present.current.change(present.current.cues.toSpliced(index, 1))
      },
      seek(at: number) {
        if (!video.current) return
        video.current.currentTime = at
        void video.current.play()
      },
      chosen: setChosen,
    }),
    [],
  )

  function add() {
    const start = now()
    const made = { start, end: start + NEW_CUE_SECONDS, text: '' }
    const changed = inOrder([...cues, made])
    wanted.current = changed.indexOf(made)
    change(changed)
  }
  function takeBack() {
    wanted.current = chosen
    undo()
  }
  function goTo(index: number) {
    const cue = cues[index]
    if (!cue) return
    list.current?.querySelector<HTMLElement>(`[data-cue="${index}"] textarea`)?.focus()
    if (video.current) video.current.currentTime = cue.start
  }
  const keys = new Map([
    ['Space', () => void (video.current?.paused ? video.current.play() : video.current?.pause())],
    ['ArrowUp', () => goTo(chosen - 1)],
    ['ArrowDown', () => goTo(chosen + 1)],
    ['BracketLeft', () => write(chosen, { start: now() })],
    ['BracketRight', () => write(chosen, { end: now() })],
    ['KeyM', () => acts.merge(chosen)],
    ['KeyD', () => acts.remove(chosen)],
    ['KeyI', add],
  ])
  function press(event: KeyboardEvent) {
    if (!event.ctrlKey) return
    const isTyping = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement
    const run = event.code === 'KeyZ' && !isTyping ? takeBack : keys.get(event.code)
    if (!run) return
    event.preventDefault()
    run()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onDone(cues)}>
      <DialogContent className="max-w-[1180px]" onKeyDown={press}>
        <DialogTitle className="pe-10 text-xl">
          {text.title} <Bidi lang={language}>{CAPTION_LANGUAGES[language]}</Bidi>
        </DialogTitle>
        <DialogDescription className="mt-1 text-ink-2">{text.lead}</DialogDescription>
        <div className="mt-4 grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
          <div className="grid content-start gap-4 self-start lg:sticky lg:top-0">
            <CaptionVideo path={videoPath} ref={video} onTime={setSeconds} />
            <Bidi as="p" className="min-h-12 whitespace-pre-line text-center font-semibold">
              {cues[playing]?.text}
            </Bidi>
            <CueTools
              cues={cues}
              language={language}
              from={Math.min(chosen, Math.max(0, cues.length - 1))}
              canUndo={canUndo}
              onUndo={takeBack}
              onChange={change}
              onAdd={add}
              adding={adding}
              fromTranscript={
                language === 'he' && transcript.length > 0 ? () => cuesOfTranscript(transcript) : undefined
              }
              toTranscript={
                // The transcript is what is said in the film.
                language === 'he'
                  ? () => {
                      onTranscript(transcriptOfCues(cues))
                      void toast.success(text.transcriptDone)
                    }
                  : undefined
              }
            />
            <details className="hidden text-sm sm:block">
              <summary className="w-fit cursor-pointer py-2.5 font-semibold">{text.keysTitle}</summary>
              <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-ink-3">
                {Object.entries(text.keys).map(([key, act]) => (
                  <div key={key} className="flex items-baseline gap-2">
                    <dt>
                      <kbd dir="ltr">{key}</kbd>
                    </dt>
                    <dd>{act}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </div>
          {cues.length === 0 ? (
            <p className="text-ink-2">{text.empty}</p>
          ) : (
            <ol ref={list}>
              {cues.map((cue, index) => (
                <CueRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: a caption has no identity but its place
                  key={index}
                  cue={cue}
                  next={cues[index + 1]}
                  index={index}
                  playing={index === playing}
                  acts={acts}
                />
              ))}
            </ol>
          )}
        </div>
        {/* Where it is reached from wherever the captions were scrolled to. */}
        <p className="-mx-6 -mb-6 sticky -bottom-6 mt-4 flex flex-wrap gap-3 border-rule border-t bg-card px-6 py-3">
          <Button look="primary" size="small" onClick={() => onDone(cues)}>
            {text.done}
          </Button>
          <Button look="quiet" size="small" onClick={onDrop}>
            {text.drop}
          </Button>
        </p>
      </DialogContent>
    </Dialog>
  )
}
