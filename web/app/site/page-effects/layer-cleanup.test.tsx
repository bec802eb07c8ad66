import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sweepLayers, useLayerCleanup } from './layer-cleanup'

const moving: Animation[] = []
beforeEach(() => {
  moving.length = 0
  Element.prototype.getAnimations = () => moving
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  document.body.innerHTML = ''
  document.body.removeAttribute('style')
})

const popup = (inside = '') => {
  document.body.insertAdjacentHTML('beforeend', `<div data-radix-popper-content-wrapper>${inside}</div>`)
}

it('[4-53] gives the page its scroll and pointer back when no dialog is open', () => {
  document.body.setAttribute('data-scroll-locked', '1')
  document.body.style.pointerEvents = 'none'
  document.body.style.overflow = 'hidden'
  sweepLayers()
  expect(document.body.hasAttribute('data-scroll-locked')).toBe(false)
  expect(document.body.style.pointerEvents).toBe('')
  expect(document.body.style.overflow).toBe('')
})

it('[4-53] leaves the page alone while a dialog is open', () => {
  document.body.innerHTML = '<div role="dialog" data-state="open"></div>'
  document.body.style.pointerEvents = 'none'
  sweepLayers()
  expect(document.body.style.pointerEvents).toBe('none')
})

const popups = () => document.querySelectorAll('[data-radix-popper-content-wrapper]').length

it('[4-53] removes a popup without open content, and no other', () => {
  popup()
  popup('<div data-state="open"></div>')
  sweepLayers()
  expect(popups()).toBe(1)
})

it('[4-53] leaves a popup alone that is still moving', () => {
  popup()
  moving.push({} as Animation)
  sweepLayers()
  expect(popups()).toBe(1)
})

function Page() {
  useLayerCleanup()
  return null
}

it('[4-53] [9-33] sweeps every 3 s and on every route change', async () => {
  vi.useFakeTimers()
  const router = createMemoryRouter([{ path: '*', element: <Page /> }])
  render(<RouterProvider router={router} />)
  popup()
  await act(() => vi.advanceTimersByTimeAsync(2_999))
  expect(popups()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(popups()).toBe(0)
  popup()
  await act(() => router.navigate('/courses'))
  expect(popups()).toBe(0)
})
