import { useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether this part came with the rendered page; false for one that the person opened afterwards. Only a part that
 * comes to life asks for what the server saw; the answer is kept, so that nothing is rendered again for it.
 */
export function useArrivedWithPage(): boolean {
  const [arrival] = useState({ isWithPage: false })
  return useSyncExternalStore(
    never,
    () => arrival.isWithPage,
    () => {
      arrival.isWithPage = true
      return true
    },
  )
}
