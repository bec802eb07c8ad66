import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Open state of a menu that closes on every change of address [2.2-10]. */
export function useClosedOnNavigation(): [boolean, (open: boolean) => void] {
  const { key } = useLocation()
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the signal
  useEffect(() => setOpen(false), [key])
  return [open, setOpen]
}
