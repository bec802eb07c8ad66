const STEPS: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  KeyJ: 'nextElementSibling',
  ArrowDown: 'nextElementSibling',
  KeyK: 'previousElementSibling',
  ArrowUp: 'previousElementSibling',
}

/** The row that a key leads to from this one; null for other keys and at the ends. Keys count by their place, in every layout. */
export function stepRow(row: HTMLTableRowElement, code: string): HTMLTableRowElement | null {
  const step = STEPS[code]
  const next = step && row[step]
  return next instanceof HTMLTableRowElement ? next : null
}
