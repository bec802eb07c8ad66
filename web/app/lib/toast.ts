type ToastKind = 'success' | 'error' | 'info' | 'warning'

/** Toasts are loaded with the first one that is shown, so that pages without them don't pay for them. */
async function show(kind: ToastKind, message: string): Promise<void> {
  const { toast: sonner } = await import('sonner')
  sonner[kind](message)
}

export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
}
