const SWATCHES = [
  ['bg-paper', 'paper'],
  ['bg-card', 'card'],
  ['bg-ink', 'ink'],
  ['bg-ink-2', 'ink-2'],
  ['bg-ink-3', 'ink-3'],
  ['bg-rule', 'rule'],
  ['bg-rule-2', 'rule-2'],
  ['bg-field', 'field'],
  ['bg-green', 'green'],
  ['bg-green-ink', 'green-ink'],
  ['bg-green-wash', 'green-wash'],
  ['bg-saffron', 'saffron'],
  ['bg-saffron-ink', 'saffron-ink'],
  ['bg-saffron-wash', 'saffron-wash'],
  ['bg-red', 'red'],
  ['bg-red-wash', 'red-wash'],
  ['bg-blue-wash', 'blue-wash'],
  ['bg-focus', 'focus'],
  ['bg-night', 'night'],
] as const

/** Every colour with its name. */
export function ColourSwatches() {
  return SWATCHES.map(([className, name]) => (
    <p key={name} dir="ltr" className="w-28 text-xs">
      <span className={`block h-14 rounded-control border border-rule ${className}`} />
      {name}
    </p>
  ))
}
