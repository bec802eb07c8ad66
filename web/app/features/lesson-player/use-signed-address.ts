import { useCallback, useEffect, useRef, useState } from 'react'
import { signLessonVideo } from '~/api/lesson-videos'

/** A fresh address that fails within this time is broken, not expired. */
const FRESH_MS = 10_000

/**
 * A signed address of a video, and what to do when it stops working: sign anew when it has expired, else give up.
 * `attempt` counts the person's own tries.
 */
export function useSignedAddress(path: string, attempt: number, onFailed: () => void) {
  const [address, setAddress] = useState<string>()
  const signedAt = useRef(0)
  const fail = useRef(onFailed)
  fail.current = onFailed

  const sign = useCallback(
    async (isWanted: () => boolean) => {
      try {
        const signed = await signLessonVideo(path)
        if (!isWanted()) return
        signedAt.current = Date.now()
        setAddress(signed)
      } catch {
        if (isWanted()) fail.current()
      }
    },
    [path],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt signs the same path again
  useEffect(() => {
    let wanted = true
    void sign(() => wanted)
    return () => {
      wanted = false
    }
  }, [sign, attempt])

  const onBroken = useCallback(() => {
    if (Date.now() - signedAt.current > FRESH_MS) void sign(() => true)
    else fail.current()
  }, [sign])

  return { address, onBroken }
}
