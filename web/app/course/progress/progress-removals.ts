/** Progress that its owner deleted or took back by hand: of a whole course, or of one lesson. */
export type TakenBack = { courseId: string } | { lessonId: string }

const CHANNEL = 'progress-taken-back'

/** Tells the other tabs of this browser: what they still know of it must not come back with their next save. */
export function tellTakenBack(what: TakenBack): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(what)
  channel.close()
}

/** Calls the listener when another tab took progress back. @returns stops listening */
export function onTakenBack(listener: (what: TakenBack) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<TakenBack>) => listener(data)
  return () => channel.close()
}
