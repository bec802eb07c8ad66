import { clsx } from 'clsx'

type ToolProps = { name: string; pressed?: boolean; disabled?: boolean; onClick: () => void }

/** A button over the text. */
export function Tool({ name, pressed, disabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      // The row of them is one stop; which of them it is, the row says.
      tabIndex={-1}
      // The words that are chosen stay so.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={clsx(
        'min-h-11 shrink-0 whitespace-nowrap rounded-control px-3 text-sm hover:bg-rule/60 disabled:opacity-45',
        pressed && 'bg-green-wash font-semibold text-green-ink',
      )}
    >
      {name}
    </button>
  )
}
