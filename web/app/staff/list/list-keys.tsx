import { listText as text } from './list.he'

/** The keys of a list, told where there is a keyboard to press them. */
export function ListKeys({ opening, choosing }: { opening: boolean; choosing: boolean }) {
  return (
    <p className="hidden flex-wrap gap-2 text-ink-2 text-xs md:flex">
      {text.keys}
      <Key name="J" /> <Key name="K" /> {text.keyMove},
      {opening && (
        <>
          <Key name="Enter" /> {text.keyOpen},
        </>
      )}
      {choosing && (
        <>
          <Key name="Space" /> {text.keyChoose},
          <Key name="Shift+J" /> {text.keyExtend},
        </>
      )}
      <Key name="/" /> {text.keySearch}
    </p>
  )
}

function Key({ name }: { name: string }) {
  return (
    <kbd dir="ltr" className="rounded border border-rule-2 bg-card px-1.5 font-sans">
      {name}
    </kbd>
  )
}
