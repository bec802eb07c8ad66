type SelectionBoxProps = {
  label: string
  checked: boolean
  /** Some of those that the box stands for are chosen. */
  some?: boolean
  disabled: boolean
  onToggle: (range: boolean) => void
}

/** The box that chooses a row, or with Shift all rows from the one before. Keys reach it through its row. */
export function SelectionBox({ label, checked, some = false, disabled, onToggle }: SelectionBoxProps) {
  return (
    <label className="grid h-full min-h-9 w-10 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        ref={(box) => {
          if (box) box.indeterminate = some && !checked
        }}
        onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
        className="size-4 cursor-pointer accent-green disabled:cursor-default"
      />
    </label>
  )
}
