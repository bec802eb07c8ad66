import { randomId } from '~/shared/browser/random-id'
import { refusalOf } from '~/staff/entry/refusal-words'
import { addMediaFile } from './media.calls'
import { fileProblem, isVideo } from './media.rules'
import { uploadPoster } from './poster-upload.calls'
import { type RunningUpload, sendResumably } from './resumable-upload.calls'

export type QueuedUpload = {
  id: string
  name: string
  bytes: number
  sentBytes: number
  state: 'waiting' | 'sending' | 'paused' | 'making' | 'done' | 'failed'
  /** A code of the words, of what failed. */
  failure?: string | undefined
}

const AT_ONCE = 2
/** Refusals of the library that have words of their own. */
const TOLD = new Set(['MEDIA_FULL', 'FORBIDDEN'])
const BUSY = new Set<QueuedUpload['state']>(['waiting', 'sending', 'paused'])

type Held = { file: File; running?: RunningUpload | undefined; hasArrived?: boolean }

/** The uploads of this window, at most two at once. They go on while other pages of the staff are open. */
export function createUploadQueue(
  send = sendResumably,
  add: (id: string, name: string) => Promise<unknown> = addMediaFile,
  makePoster: (id: string, film: File) => Promise<void> = uploadPoster,
) {
  let items: readonly QueuedUpload[] = []
  const held = new Map<string, Held>()
  const listeners = new Set<() => void>()

  function change(id: string, changes: Partial<QueuedUpload>) {
    items = items.map((item) => (item.id === id ? { ...item, ...changes } : item))
    for (const listener of listeners) listener()
  }
  const stateOf = (id: string) => items.find((item) => item.id === id)?.state

  function goOn() {
    const sending = items.filter(({ state }) => state === 'sending').length
    const next = items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - sending))
    for (const { id } of next) void begin(id)
  }

  async function begin(id: string) {
    const upload = held.get(id)
    if (!upload) return
    if (upload.hasArrived) return arrive(id, upload.file)
    change(id, { state: 'sending', failure: undefined })
    if (upload.running) return upload.running.resume()
    try {
      const running = await send(upload.file, id, {
        onProgress: (sentBytes) => change(id, { sentBytes }),
        onDone() {
          upload.hasArrived = true
          void arrive(id, upload.file)
        },
        onFailed(gone) {
          if (gone) upload.running = undefined
          change(id, { state: 'failed', failure: gone ? 'REFUSED' : 'NETWORK' })
          goOn()
        },
      })
      upload.running = running
      // It takes a moment to begin: what was wished meanwhile counts.
      if (!held.has(id)) running.cancel()
      else if (stateOf(id) === 'paused') running.pause()
    } catch {
      change(id, { state: 'failed', failure: 'NETWORK' })
      goOn()
    }
  }

  async function arrive(id: string, file: File) {
    if (!held.has(id)) return
    change(id, { state: 'making', failure: undefined })
    try {
      await add(id, file.name)
      // A film that got no picture is fine: one can be chosen for it.
      if (isVideo(file)) await makePoster(id, file).catch(() => undefined)
      change(id, { state: 'done' })
    } catch (error) {
      const { code } = refusalOf(error)
      change(id, { state: 'failed', failure: TOLD.has(code) ? code : 'NOT_ADDED' })
    }
    goOn()
  }

  return {
    items: () => items,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Takes files; those that cannot be uploaded say why at once. */
    take(files: readonly File[]) {
      const taken = files.map((file): QueuedUpload => {
        const [id, failure] = [randomId(), fileProblem(file)]
        if (!failure) held.set(id, { file })
        const state = failure ? 'failed' : 'waiting'
        return { id, name: file.name, bytes: file.size, sentBytes: 0, state, ...(failure && { failure }) }
      })
      items = [...items, ...taken]
      for (const listener of listeners) listener()
      goOn()
    },
    pause(id: string) {
      if (stateOf(id) !== 'sending') return
      held.get(id)?.running?.pause()
      change(id, { state: 'paused' })
      goOn()
    },
    /** Goes on with what was paused or failed; false for what cannot. */
    resume(id: string) {
      if (!held.has(id)) return false
      change(id, { state: 'waiting' })
      goOn()
      return true
    },
    canResume: (id: string) => held.has(id),
    /** Ends an upload, or takes it from the list when it is over. */
    drop(id: string) {
      if (BUSY.has(stateOf(id) ?? 'done')) held.get(id)?.running?.cancel()
      held.delete(id)
      items = items.filter((item) => item.id !== id)
      for (const listener of listeners) listener()
      goOn()
    },
    isBusy: () => items.some(({ state }) => BUSY.has(state)),
  }
}

export const uploadQueue = createUploadQueue()

/** Asks before a window is closed over uploads, on whatever page it stands then. */
export function guardUploads(): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  let asks = false
  uploadQueue.subscribe(() => {
    if (uploadQueue.isBusy() === asks) return
    asks = !asks
    if (asks) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  })
}
