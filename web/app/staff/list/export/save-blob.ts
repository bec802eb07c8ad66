/** Gives a file to the person who asked for it. */
export function saveBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
