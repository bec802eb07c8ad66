import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { whenIdle } from '~/shared/browser/when-idle'

const Toaster = lazyPart(() => import('./toaster').then(({ Toaster }) => Toaster))

/** Brings the toaster once the page has become quiet; toasts raised before that wait for it. */
export function ToasterPlace() {
  const [ready, setReady] = useState(false)
  useEffect(() => whenIdle(() => setReady(true)), [])
  return ready ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
