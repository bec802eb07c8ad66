/** Progress that its owner deleted or took back by hand: of a whole course, or of one lesson. */
export type ProgressRemoval = { courseId: string } | { lessonId: string }

const CHANNEL = 'progress-removed'

/** Tells the other tabs of this browser: what they still know of it must not come back with their next save. */
export function announceRemoval(what: ProgressRemoval): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(what)
  channel.close()
}

/** Calls the listener when another tab took progress back. @returns stops listening */
export function onRemoval(listener: (what: ProgressRemoval) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<ProgressRemoval>) => listener(data)
  return () => channel.close()
}
