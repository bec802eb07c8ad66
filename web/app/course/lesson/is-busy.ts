const NOT_TEXT = new Set(['range', 'checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'color'])

/** Whether the person is in the middle of something that a step to another page would tear them out of. */
export function isBusy(): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return true
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement) return !NOT_TEXT.has(activeElement.type)
  return (
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLElement && activeElement.isContentEditable)
  )
}
