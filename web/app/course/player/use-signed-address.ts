import { useCallback, useEffect, useRef, useState } from 'react'
import { FileRefusedError } from '~/course/files/stored-files.calls'
import { signLessonVideo } from './lesson-videos.calls'
import type { Failure } from './use-playback-retry'

/** A fresh address that fails within this time is broken, not expired. */
const FRESH_MS = 10_000

/**
 * A signed address of a video, made anew with every `attempt`, and what to tell when one cannot be had or when the
 * video at it stops loading.
 */
export function useSignedAddress(path: string, attempt: number, onFailed: (failure: Failure) => void) {
  const [address, setAddress] = useState<string>()
  const signedAt = useRef(0)
  const fail = useRef(onFailed)
  fail.current = onFailed

  useEffect(() => {
    let wanted = true
    signLessonVideo(path).then(
      (signed) => {
        if (!wanted) return
        signedAt.current = Date.now()
        // Addresses that are signed in the same second are the same, and the same address would not load again.
        setAddress(`${signed}#attempt=${attempt}`)
      },
      (cause: unknown) => wanted && fail.current(cause instanceof FileRefusedError ? 'refused' : 'connection'),
    )
    return () => {
      wanted = false
    }
  }, [path, attempt])

  const onBroken = useCallback(() => {
    const isOld = Date.now() - signedAt.current > FRESH_MS
    fail.current(isOld && navigator.onLine ? 'expired' : 'connection')
  }, [])

  return { address, onBroken }
}
