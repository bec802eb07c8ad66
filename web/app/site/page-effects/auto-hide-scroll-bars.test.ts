// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { autoHideScrollBars } from './auto-hide-scroll-bars'

afterEach(() => void vi.useRealTimers())

it('[9-44] a scrolled area is marked until 600 ms after its last scroll; the page itself never', () => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div></div>'
  const [area] = document.body.children
  const stop = autoHideScrollBars()
  const marked = () => area?.hasAttribute('data-scrolling')
  area?.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(500)
  area?.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(599)
  expect(marked()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(marked()).toBe(false)
  document.dispatchEvent(new Event('scroll'))
  expect(document.querySelector('[data-scrolling]')).toBeNull()
  area?.dispatchEvent(new Event('scroll'))
  stop()
  expect(marked()).toBe(false)
  expect(document.documentElement.hasAttribute('data-quiet-scroll-bars')).toBe(false)
})
