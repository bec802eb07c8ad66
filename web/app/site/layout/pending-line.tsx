import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { common } from '~/shared/ui/common.he'

const QUIET_MS = 250

/** Says 'טוען...' while the next page is on its way, once that takes long enough to be noticed [1-04]. */
export function PendingLine() {
  const loading = useNavigation().state === 'loading'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = loading ? setTimeout(() => setShown(true), QUIET_MS) : undefined
    if (!loading) setShown(false)
    return () => clearTimeout(timer)
  }, [loading])
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-full">
      {shown && (
        <>
          <span className="block h-0.5 animate-shimmer bg-green" />
          <span className="mx-auto mt-2 block w-fit animate-fade rounded-full bg-ink px-4 py-0.5 text-white text-xs">
            {common.loading}
          </span>
        </>
      )}
    </div>
  )
}
