import { Toaster as Sonner } from 'sonner'
import { TOAST } from '~/config/constants'
import { common } from '~/locales/he/common'
import './toaster.css'

/** Where toasts appear ([1-05], [9-13]): bottom right, three at most, four seconds each. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      dir="rtl"
      visibleToasts={TOAST.max}
      duration={TOAST.duration}
      gap={TOAST.gap}
      containerAriaLabel={common.notifications}
      style={{ '--width': `${TOAST.width}px` } as React.CSSProperties}
      toastOptions={{ className: 'academy-toast' }}
    />
  )
}
