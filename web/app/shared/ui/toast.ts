import { withDirectionMark } from '../formats/direction'

type ToastKind = 'success' | 'error' | 'info' | 'warning'

let resolveReady: () => void
const ready = new Promise<void>((resolve) => {
  resolveReady = resolve
})

/** How often what was said has left. */
const left = new Map<string, number>()

/** A way on, as a button in the toast. */
type ToastAction = { label: string; onClick: () => void }

/** Said by the toaster once it stands; what was raised before that is shown then. */
export const toasterIsReady = (): void => resolveReady()

/** Toasts are loaded with the first one that is shown, so that pages without them don't pay for them. */
async function show(kind: ToastKind, message: string, action?: ToastAction): Promise<void> {
  const [{ toast: sonner }] = await Promise.all([import('sonner'), ready])
  // One that says the same takes the place of the one before, so that pressing again makes no pile; one that leaves
  // already would take it along.
  const shown = `${kind} ${message}`
  const before = left.get(shown) ?? 0
  const leave = () => void left.set(shown, Math.max(left.get(shown) ?? 0, before + 1))
  // The library tells of every end but that by the toast's own button.
  const onClick = () => {
    leave()
    action?.onClick()
  }
  sonner[kind](withDirectionMark(message), {
    id: `${shown} ${before}`,
    onAutoClose: leave,
    onDismiss: leave,
    ...(action && { action: { label: action.label, onClick } }),
  })
}

export const toast = {
  success: (message: string, action?: ToastAction) => show('success', message, action),
  error: (message: string, action?: ToastAction) => show('error', message, action),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
}
