const TYPED_INTO = 'input, textarea, select, [contenteditable], [role=dialog]'

/** Whether a key that is pressed here belongs to a field or a dialog, so that it is nobody else's. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(TYPED_INTO) !== null
