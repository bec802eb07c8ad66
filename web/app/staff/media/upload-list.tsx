import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { mediaText as text } from './media.he'
import { acceptedTypes, type MediaKind, sizeAsRead } from './media.rules'
import { guardUploads, type QueuedUpload, uploadQueue as queue } from './upload-queue'

guardUploads()

const MANY = 6

/** Takes files that are chosen or dropped, of one kind or of all, and shows how far each has come. */
export function UploadList({ kind }: { kind?: MediaKind | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [over, setOver] = useState(false)
  const items = useSyncExternalStore(queue.subscribe, queue.items, queue.items)
  const client = useQueryClient()
  useKeptPage()
  const known = items.filter(({ state }) => KNOWN.has(state)).map(({ id, state }) => `${id} ${state}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the library knows of an upload has changed
  useEffect(() => void client.invalidateQueries({ queryKey: ['staff', 'media'] }), [known.join(), client])
  return (
    <section aria-label={text.uploads}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen with the button */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          queue.take([...event.dataTransfer.files], kind)
        }}
        className={clsx(
          'flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card border border-dashed px-5 py-5',
          over ? 'border-green bg-green-wash' : 'border-rule-2',
        )}
      >
        <Button ref={choose} look="primary" size="small" onClick={() => input.current?.click()}>
          {text.choose}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptedTypes(kind)}
          aria-label={text.choose}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            queue.take([...(target.files ?? [])], kind)
            target.value = ''
          }}
        />
        <p className="min-w-0 basis-60 grow text-ink-2 text-sm">{kind === 'picture' ? text.dropPictures : text.drop}</p>
      </div>
      {items.length > 1 && <Summary items={items} onCleared={() => choose.current?.focus()} />}
      <ul className={clsx(items.length > MANY && 'max-h-[26rem] overflow-y-auto border-rule border-b')}>
        {items.map((item) => (
          <UploadLine key={item.id} {...item} onDropped={() => choose.current?.focus()} />
        ))}
      </ul>
    </section>
  )
}

const KNOWN = new Set<QueuedUpload['state']>(['making', 'done', 'failed'])

/** A file that is let go of beside its place does not take the page away. */
function useKeptPage() {
  useEffect(() => {
    const keep = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, keep)
    return () => {
      for (const type of ['dragover', 'drop'] as const) window.removeEventListener(type, keep)
    }
  }, [])
}

/** How many arrived, are underway and failed, and the way to a short list. */
function Summary({ items, onCleared }: { items: readonly QueuedUpload[]; onCleared: () => void }) {
  const count = (wanted: readonly QueuedUpload['state'][]) => items.filter(({ state }) => wanted.includes(state)).length
  const [arrived, failed] = [count(['done']), count(['failed'])]
  const underway = items.length - arrived - failed
  const parts = [
    arrived > 0 && plural(arrived, text.summary.arrived),
    underway > 0 && plural(underway, text.summary.underway),
    failed > 0 && plural(failed, text.summary.failed),
  ]
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 pt-2">
      <p role="status" className="font-semibold">
        {parts.filter(Boolean).join(', ')}
      </p>
      {items.some(queue.isOver) && (
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            queue.clearOver()
            onCleared()
          }}
        >
          {text.clearOver}
        </Button>
      )}
    </div>
  )
}

type UploadLineProps = QueuedUpload & { onDropped: () => void }

function UploadLine({ id, name, bytes, sentBytes, state, failure, onDropped }: UploadLineProps) {
  const isUnderway = state === 'sending' || state === 'paused'
  const size = `\u2066${sizeAsRead(bytes)}\u2069`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-rule border-b py-2">
      <div className="grid gap-y-1">
        <p className="[overflow-wrap:anywhere]">
          <Bidi>{name}</Bidi>
        </p>
        {isUnderway && (
          <ProgressBar
            percent={(100 * sentBytes) / Math.max(1, bytes)}
            label={text.progress(name)}
            className="max-w-md"
          />
        )}
        <p className="flex flex-wrap gap-x-3 text-sm">
          <span role="status" className={failure ? 'max-w-[80ch] text-red' : 'text-ink-2'}>
            {failure ? (text.failures[failure] ?? text.refused) : text.states[state]}
          </span>
          {!failure && (
            <span className="text-ink-3 tabular-nums">
              {isUnderway ? text.sent(`\u2066${sizeAsRead(sentBytes)}\u2069`, size) : size}
            </span>
          )}
        </p>
      </div>
      <span className="flex">
        {state === 'sending' && <Act name={name} act={text.pause} onClick={() => queue.pause(id)} />}
        {state === 'paused' && <Act name={name} act={text.resume} onClick={() => queue.resume(id)} />}
        {state === 'failed' && queue.canResume(id) && (
          <Act name={name} act={text.retry} onClick={() => queue.resume(id)} />
        )}
        <button
          type="button"
          aria-label={`${isUnderway || state === 'waiting' ? text.cancel : text.clear}: ${name}`}
          onClick={() => {
            queue.drop(id)
            onDropped()
          }}
          className="grid size-11 place-items-center rounded-control text-ink-2 hover:bg-rule/40 hover:text-ink"
        >
          <Icon name="close" className="size-4" />
        </button>
      </span>
    </li>
  )
}

function Act({ name, act, onClick }: { name: string; act: string; onClick: () => void }) {
  return (
    <Button look="quiet" size="small" aria-label={`${act}: ${name}`} onClick={onClick}>
      {act}
    </Button>
  )
}
