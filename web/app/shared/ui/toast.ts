type ToastKind = 'success' | 'error' | 'info' | 'warning'

let tellReady: () => void
const ready = new Promise<void>((resolve) => {
  tellReady = resolve
})

/** Said by the toaster once it stands; what was raised before that is shown then. */
export const toasterIsReady = (): void => tellReady()

/** Toasts are loaded with the first one that is shown, so that pages without them don't pay for them. */
async function show(kind: ToastKind, message: string): Promise<void> {
  const [{ toast: sonner }] = await Promise.all([import('sonner'), ready])
  sonner[kind](message)
}

export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
}
