import { useSyncExternalStore } from 'react'
import { common } from '~/shared/ui/common.he'
import { Icon } from '~/shared/ui/icon'

function onChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the connection is gone, over the bottom of the page, until it is back. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="fixed inset-x-0 bottom-0 z-40">
      {!online && (
        <p className="above-system flex animate-rise items-center justify-center gap-3 border-saffron border-t bg-saffron-wash px-5 pt-3 text-ink text-sm [--sheet-space:12px]">
          <Icon name="offline" className="text-saffron-ink" />
          {common.offline}
        </p>
      )}
    </div>
  )
}
