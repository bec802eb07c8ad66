import { afterEach, expect, it } from 'vitest'
import { sweepLayers } from './use-layer-cleanup'

afterEach(() => {
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
  sweepLayers(new Set())
  expect(document.body.hasAttribute('data-scroll-locked')).toBe(false)
  expect(document.body.style.pointerEvents).toBe('')
  expect(document.body.style.overflow).toBe('')
})

it('[4-53] leaves the page alone while a dialog is open', () => {
  document.body.innerHTML = '<div role="dialog" data-state="open"></div>'
  document.body.style.pointerEvents = 'none'
  sweepLayers(new Set())
  expect(document.body.style.pointerEvents).toBe('none')
})

it('[4-53] removes a popup that stays without open content, and no other', () => {
  popup()
  popup('<div data-state="open"></div>')
  const seen = sweepLayers(new Set())
  expect(document.querySelectorAll('[data-radix-popper-content-wrapper]')).toHaveLength(2)
  sweepLayers(seen)
  expect(document.querySelectorAll('[data-radix-popper-content-wrapper]')).toHaveLength(1)
})
