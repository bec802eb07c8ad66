import { AUTH_STORAGE_KEY } from '~/shared/config/constants'

/**
 * Loads a page anew that Back or Forward brings as it was left, when another person's session, or none, is stored by
 * then: it would show what only its former owner may see.
 * @returns stops looking
 */
export function reloadOnChangedReturn(): () => void {
  let left: string | null = null
  const leave = () => {
    left = storedOwner()
  }
  const come = ({ persisted }: PageTransitionEvent) => {
    if (persisted && left !== null && storedOwner() !== left) window.location.reload()
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', come)
  return () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', come)
  }
}

function storedOwner(): string | null {
  try {
    const stored = JSON.parse(localStorage.getItem(AUTH_STORAGE_KEY) ?? 'null') as { user?: { id?: string } } | null
    return stored?.user?.id ?? null
  } catch {
    return null
  }
}
