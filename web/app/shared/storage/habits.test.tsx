import { beforeEach, expect, it } from 'vitest'
import { forgetHabitsOfThisPage, keepHabit, readHabit, settleHabits } from './habits'

beforeEach(() => {
  localStorage.clear()
  forgetHabitsOfThisPage()
})

const choose = (flags: object) => localStorage.setItem('cookie-preferences', JSON.stringify(flags))
const nextPage = () => forgetHabitsOfThisPage()

it.each([
  ['nothing was chosen', () => undefined],
  ['preferences are off', () => choose({ essential: true, preferences: false })],
  ['the choice is unreadable', () => localStorage.setItem('cookie-preferences', '{')],
])('[4-44] when %s a habit lives as long as its page and the browser keeps nothing', (_, prepare) => {
  prepare()
  keepHabit('lesson-autoplay', false)
  expect(readHabit('lesson-autoplay')).toBe(false)
  expect(localStorage.getItem('lesson-autoplay')).toBeNull()
  nextPage()
  expect(readHabit('lesson-autoplay')).toBeNull()
})

it('once preferences are allowed a habit is there on the next page, also one from before the choice', () => {
  keepHabit('lesson-tab', 'notes')
  choose({ essential: true, preferences: true })
  settleHabits(true)
  keepHabit('lesson-autoplay', false)
  nextPage()
  expect(readHabit('lesson-tab')).toBe('notes')
  expect(readHabit('lesson-autoplay')).toBe(false)
})

it('[4-45] a choice against preferences deletes the habits that were kept; a forgotten flag is no consent', () => {
  choose({ essential: true, preferences: true })
  keepHabit('lesson-player', { rate: 2 })
  choose({ essential: true, preferences: false })
  settleHabits(false)
  expect(localStorage.getItem('lesson-player')).toBeNull()
  expect(readHabit('lesson-player')).toEqual({ rate: 2 })
  nextPage()
  expect(readHabit('lesson-player')).toBeNull()
})
