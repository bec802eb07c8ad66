import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { SubmitButton } from '~/shared/ui/submit-button'
import { formText as text } from './form.he'

/** How saving stands. Times are as they are said, e.g. `10:42`. */
export type SavingState =
  | { at: 'rest' | 'saving' | 'offline' }
  | { at: 'saved' | 'undone'; time: string }
  | { at: 'refused'; message: string }

type FormBarProps = {
  state: SavingState
  /** How many fields hold something that is not saved. */
  unsaved: number
  onDiscard: () => void
  /** Takes the last save back, where there is one. */
  onUndo: (() => void) | undefined
}

/** Saving, and how it stands, at the lower edge of the window for as long as the form is in sight. */
export function FormBar({ state, unsaved, onDiscard, onUndo }: FormBarProps) {
  const saving = state.at === 'saving'
  return (
    <section
      aria-label={text.bar} // Its shadow covers the rings of what scrolls away below it.
      className="sticky bottom-0 z-10 grid gap-3 border-ink border-t bg-paper py-3 shadow-[-8px_0_0_var(--color-paper),8px_0_0_var(--color-paper)]"
    >
      {state.at === 'refused' && <Alert tone="error">{state.message}</Alert>}
      {state.at === 'offline' && <Alert tone="attention">{text.offline}</Alert>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton size="small" busy={saving} aria-keyshortcuts="Control+S">
          {saving ? text.saving : text.save}
          <kbd dir="ltr" className="hidden rounded border border-white/40 px-1.5 font-sans text-xs md:block">
            {text.saveKey}
          </kbd>
        </SubmitButton>
        {unsaved > 0 && !saving && (
          <Button look="secondary" size="small" onClick={onDiscard}>
            {text.discard}
          </Button>
        )}
        <p role="status" className="text-ink-2">
          {!saving && stateText(state, unsaved)}
        </p>
        {onUndo && unsaved === 0 && !saving && (
          <Button look="quiet" size="small" onClick={onUndo}>
            {text.undo}
          </Button>
        )}
      </div>
    </section>
  )
}

function stateText(state: SavingState, unsaved: number): string {
  if (unsaved > 0) return text.unsaved(unsaved)
  if (state.at === 'saved') return text.savedAt(state.time)
  return state.at === 'undone' ? text.undone(state.time) : ''
}
