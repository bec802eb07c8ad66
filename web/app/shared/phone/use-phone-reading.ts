import { useEffect, useState } from 'react'
import { prefetchPart } from '~/shared/browser/lazy-part'
import type { PhoneReading } from './phone-number'
import { plainPhone } from './plain-phone.rules'

let arrived: PhoneReading = plainPhone

/** The numbering plans, for whoever comes near a phone field; asked for again when they did not come. */
export async function loadPlans(): Promise<void> {
  arrived = await import('./phone-number')
}

/**
 * How numbers are read: plainly, until the numbering plans have come.
 * @param wanted whether they are needed at once, for a number that is shown.
 * @returns the reading, and what fetches the plans.
 */
export function usePhoneReading(wanted: boolean): { reading: PhoneReading; fetchPlans: () => void } {
  const [reading, setReading] = useState(arrived)
  const fetchPlans = () => prefetchPart(() => loadPlans().then(() => setReading(arrived)))
  useEffect(() => {
    if (wanted) prefetchPart(() => loadPlans().then(() => setReading(arrived)))
  }, [wanted])
  return { reading, fetchPlans }
}
