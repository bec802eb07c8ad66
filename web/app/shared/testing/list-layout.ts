import { vi } from 'vitest'

/** Stands in for what jsdom lacks and lists of cmdk use: they measure themselves and keep the chosen row in sight. */
export function stubListLayout(): void {
  Element.prototype.scrollIntoView = vi.fn()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}
