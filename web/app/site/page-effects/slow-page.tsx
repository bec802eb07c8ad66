import { useEffect, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { Button } from '~/shared/ui/button'
import { slowPageText as text } from './slow-page.he'

/** A next page that has not come after 8 seconds says so and can be asked for again, which lets go of the first try ([4-47], [9-25]). */
export function SlowPage() {
  const { location } = useNavigation()
  const navigate = useNavigate()
  const [late, setLate] = useState<string>()
  useEffect(() => {
    if (!location) return
    const timer = setTimeout(() => setLate(location.key), LIST_LOADING_TIMEOUT)
    return () => clearTimeout(timer)
  }, [location])
  if (!location || late !== location.key) return null
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-40 flex animate-rise flex-wrap items-center justify-center gap-x-6 gap-y-2 border-saffron border-t bg-saffron-wash px-5 pt-3 text-ink above-system [--sheet-space:12px]"
    >
      <p>{text.late}</p>
      <Button look="secondary" size="small" onClick={() => void navigate(location, { state: location.state })}>
        {text.retry}
      </Button>
    </div>
  )
}
