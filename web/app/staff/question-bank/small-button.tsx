type SmallButtonProps = { label: string; sign: string; disabled?: boolean; onClick: () => void }

/** A button of one sign, named for those who do not see it. */
export function SmallButton({ label, sign, disabled, onClick }: SmallButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-8 place-items-center rounded-control text-ink-2 hover:bg-rule/40 disabled:opacity-30"
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}
