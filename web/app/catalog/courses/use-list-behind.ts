import { startTransition, useEffect, useState } from 'react'
import { useArrivedWithPage } from '~/shared/browser/use-arrived-with-page'
import { whenIdle } from '~/shared/browser/when-idle'

/** What a wide screen shows around a layer. */
const SEEN_AROUND_A_LAYER = 6

/**
 * The items of a list to show. A page that arrives with a layer over its list brings the items that are seen around it;
 * the others follow once the page is alive and has nothing better to do, or when the layer goes.
 */
export function useListBehind<T>(items: T[], isCovered: boolean): T[] {
  const arrived = useArrivedWithPage()
  const [isWhole, setWhole] = useState(!isCovered)
  useEffect(() => whenIdle(() => startTransition(() => setWhole(true))), [])
  return arrived && isCovered && !isWhole ? items.slice(0, SEEN_AROUND_A_LAYER) : items
}
