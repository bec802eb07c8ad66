import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '~/lib/when-idle'

const Toaster = lazy(() => import('./toaster').then(({ Toaster }) => ({ default: Toaster })))

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
