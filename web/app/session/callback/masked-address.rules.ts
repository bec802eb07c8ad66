/** Whether an address may be the one behind a masked one, where three stars stand for what is left out. */
export function fitsMask(address: string, masked: string): boolean {
  const parts = masked
    .toLowerCase()
    .split('***')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(address.toLowerCase())
}
