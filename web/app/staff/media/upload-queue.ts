import { randomId } from '~/shared/browser/random-id'
import { refusalOf } from '~/staff/entry/refusal-messages'
import { contentProblem, HEAD_BYTES } from './bad-file.rules'
import { addMediaFile } from './media.calls'
import { fileProblem, isVideo, type MediaFile, type MediaKind, uploadType } from './media.rules'
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
/** How long after one question the library is asked again what became of a file. */
const ASK_AGAIN_MS = 1_500
/** Refusals of the library that have words of their own. */
const SHOWN_CODES = new Set(['MEDIA_FULL', 'FORBIDDEN'])
const BUSY = new Set<QueuedUpload['state']>(['waiting', 'sending', 'paused'])

type Held = { file: File; running?: RunningUpload | undefined; begins?: boolean; hasArrived?: boolean }
/** What the library says of a file. */
type Verdict = Pick<MediaFile, 'state' | 'failure'>

/** The uploads of this window, at most two at once. They go on while other pages of the staff are open. */
export function createUploadQueue(
  send = sendResumably,
  add: (id: string, name: string) => Promise<Verdict> = addMediaFile,
  makePoster: (id: string, film: File) => Promise<void> = uploadPoster,
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS)),
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
    // Paused and resumed before it ran, it begins but once.
    if (upload.begins) return
    upload.begins = true
    await start(id, upload)
    upload.begins = false
  }

  async function start(id: string, upload: Held) {
    const problem = await problemOf(upload.file)
    if (problem) {
      refuse(id, problem)
      return goOn()
    }
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

  const isOver = ({ id, state }: QueuedUpload) => (state === 'done' || state === 'failed') && !held.has(id)

  /** Says for good why a file is not taken. */
  function refuse(id: string, failure: string) {
    held.delete(id)
    change(id, { state: 'failed', failure })
  }

  async function arrive(id: string, file: File) {
    if (!held.has(id)) return
    change(id, { state: 'making', failure: undefined })
    try {
      settle(id, await add(id, file.name))
    } catch (error) {
      const { code } = refusalOf(error)
      change(id, { state: 'failed', failure: SHOWN_CODES.has(code) ? code : 'NOT_ADDED' })
    }
    goOn()
    void follow()
  }

  /** Ends with what the library says, where it says anything; true where it does. */
  function settle(id: string, { state, failure }: Verdict): boolean {
    if (state === 'failed') refuse(id, failure ?? 'NOT_DONE')
    if (state === 'ready') void finish(id)
    return state !== 'waiting'
  }

  async function finish(id: string) {
    const file = held.get(id)?.file
    held.delete(id)
    // A film that got no picture is fine: one can be chosen for it.
    if (file && isVideo(file)) await makePoster(id, file).catch(() => undefined)
    change(id, { state: 'done' })
  }

  /** Asks what became of the files at which the server is at work, one question at a time whatever their number. */
  let follows = false
  async function follow() {
    if (follows) return
    follows = true
    let last = ''
    // What is done tells that the next one may be, too.
    let waits = true
    for (let next = nextMaking(last); next; next = nextMaking(last)) {
      if (waits) await pause()
      last = next.id
      const verdict = await add(next.id, next.name).catch(() => undefined)
      waits = !(verdict && held.has(next.id) && settle(next.id, verdict))
    }
    follows = false
  }

  function nextMaking(last: string) {
    const making = items.filter(({ id, state }) => state === 'making' && held.has(id))
    return making[making.findIndex(({ id }) => id === last) + 1] ?? making[0]
  }

  return {
    items: () => items,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Takes files; those that cannot be uploaded say why at once. */
    take(files: readonly File[], kind?: MediaKind) {
      const taken = files.map((file): QueuedUpload => {
        const [id, failure] = [randomId(), fileProblem(file, kind)]
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
    /** Whether nothing can be done any more with an upload. */
    isOver,
    /** Takes all of those from the list. */
    clearOver() {
      items = items.filter((item) => !isOver(item))
      for (const listener of listeners) listener()
    },
    isBusy: () => items.some(({ state }) => BUSY.has(state)),
  }
}

/** What is wrong with a file by its first bytes; one that cannot be read says so. */
async function problemOf(file: File): Promise<string | undefined> {
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  return head ? contentProblem(uploadType(file) ?? '', new Uint8Array(head)) : 'UNREADABLE'
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
