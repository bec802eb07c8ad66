import { beforeEach, expect, it } from 'vitest'
import { applyPreferenceConsent, readPreference, resetPagePreferences, savePreference } from './preferences'

beforeEach(() => {
  localStorage.clear()
  resetPagePreferences()
})

const choose = (flags: object) => localStorage.setItem('cookie-preferences', JSON.stringify(flags))
const nextPage = () => resetPagePreferences()

it.each([
  ['nothing was chosen', () => undefined],
  ['preferences are off', () => choose({ essential: true, preferences: false })],
  ['the choice is unreadable', () => localStorage.setItem('cookie-preferences', '{')],
])('[4-44] when %s a habit lives as long as its page and the browser keeps nothing', (_, prepare) => {
  prepare()
  savePreference('lesson-autoplay', false)
  expect(readPreference('lesson-autoplay')).toBe(false)
  expect(localStorage.getItem('lesson-autoplay')).toBeNull()
  nextPage()
  expect(readPreference('lesson-autoplay')).toBeNull()
})

it('once preferences are allowed a habit is there on the next page, also one from before the choice', () => {
  savePreference('lesson-tab', 'notes')
  choose({ essential: true, preferences: true })
  applyPreferenceConsent(true)
  savePreference('lesson-autoplay', false)
  nextPage()
  expect(readPreference('lesson-tab')).toBe('notes')
  expect(readPreference('lesson-autoplay')).toBe(false)
})

it('[4-45] a choice against preferences deletes the habits that were kept; a forgotten flag is no consent', () => {
  choose({ essential: true, preferences: true })
  savePreference('lesson-player', { rate: 2 })
  choose({ essential: true, preferences: false })
  applyPreferenceConsent(false)
  expect(localStorage.getItem('lesson-player')).toBeNull()
  expect(readPreference('lesson-player')).toEqual({ rate: 2 })
  nextPage()
  expect(readPreference('lesson-player')).toBeNull()
})
