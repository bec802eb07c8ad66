import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '~/shared/ui/button'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { mediaText as text } from './media.he'
import { acceptOf, type MediaKind } from './media.rules'
import { guardUploads, type QueuedUpload, uploadQueue as queue } from './upload-queue'

guardUploads()

/** Takes files that are chosen or dropped, of one kind or of all, and shows how far each has come. */
export function UploadList({ kind }: { kind?: MediaKind | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const items = useSyncExternalStore(queue.subscribe, queue.items, queue.items)
  const client = useQueryClient()
  const arrived = items.filter(({ state }) => state === 'done').length
  // biome-ignore lint/correctness/useExhaustiveDependencies: each that arrives is in the library from then on
  useEffect(() => void client.invalidateQueries({ queryKey: ['staff', 'media'] }), [arrived, client])
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
          queue.take([...event.dataTransfer.files])
        }}
        className={`flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card border border-dashed px-5 py-5 ${over ? 'border-green bg-green-wash' : 'border-rule-2'}`}
      >
        <Button look="primary" size="small" onClick={() => input.current?.click()}>
          {text.choose}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptOf(kind)}
          aria-label={text.choose}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            queue.take([...(target.files ?? [])])
            target.value = ''
          }}
        />
        <p className="text-ink-2 text-sm">{kind === 'picture' ? text.dropPictures : text.drop}</p>
      </div>
      <ul>
        {items.map((item) => (
          <UploadLine key={item.id} {...item} />
        ))}
      </ul>
    </section>
  )
}

function UploadLine({ id, name, bytes, sentBytes, state, failure }: QueuedUpload) {
  const isUnderway = state === 'sending' || state === 'paused'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-rule border-b py-2">
      <span className="min-w-0 grow basis-48 [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </span>
      {isUnderway && (
        <ProgressBar percent={(100 * sentBytes) / Math.max(1, bytes)} label={text.progress(name)} className="w-40" />
      )}
      <span role="status" className={failure ? 'text-red text-sm' : 'text-ink-2 text-sm'}>
        {failure ? text.failures[failure] : text.states[state]}
      </span>
      <span className="flex gap-1">
        {state === 'sending' && <Act name={name} act={text.pause} onClick={() => queue.pause(id)} />}
        {state === 'paused' && <Act name={name} act={text.resume} onClick={() => queue.resume(id)} />}
        {state === 'failed' && queue.canResume(id) && (
          <Act name={name} act={text.retry} onClick={() => queue.resume(id)} />
        )}
        {state !== 'making' && (
          <Act
            name={name}
            act={isUnderway || state === 'waiting' ? text.cancel : text.clear}
            onClick={() => queue.drop(id)}
          />
        )}
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
