/** A key as it is written on a keyboard. */
export function KeyCap({ name }: { name: string }) {
  return (
    <kbd dir="ltr" className="whitespace-nowrap rounded border border-rule-2 bg-card px-1.5 font-sans">
      {name}
    </kbd>
  )
}
