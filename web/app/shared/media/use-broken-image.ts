import { useCallback, useState } from 'react'

/**
 * Whether a picture did not load, so that no browser shows its own sign for that. What failed before the page came to
 * life told nobody, and is asked.
 * @returns the answer, and the properties that the `img` needs for it
 */
export function useBrokenImage() {
  const [isBroken, setBroken] = useState(false)
  const ref = useCallback((image: HTMLImageElement | null) => {
    // A drawing may have no width of its own; decoding fails only for what is no picture.
    if (image?.complete && image.naturalWidth === 0) image.decode?.().catch(() => setBroken(true))
  }, [])
  return { isBroken, watch: { ref, onError: () => setBroken(true) } }
}
