import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createTestPlayer } from '~/course/progress/test-player'
import { ChapterList } from './chapter-list'

afterEach(cleanup)

const CHAPTERS = [
  { start: 0, title: 'הכלל' },
  { start: 21, title: 'כמה הוא מדויק' },
  { start: 52, title: 'גם על חוב' },
]
const link = (name: RegExp) => screen.getByRole('link', { name })

it('leads to the second of each chapter, and marks the one that plays', () => {
  const player = createTestPlayer()
  render(<ChapterList chapters={CHAPTERS} player={player} />)
  expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual(['#t=0', '#t=21', '#t=52'])
  expect(link(/הכלל/).getAttribute('aria-current')).toBe('true')
  expect(fireEvent.click(link(/כמה הוא מדויק/))).toBe(false)
  expect(player.position).toBe(21)
  expect(link(/כמה הוא מדויק/).getAttribute('aria-current')).toBe('true')
  act(() => player.jump(60))
  expect(link(/גם על חוב/).getAttribute('aria-current')).toBe('true')
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
})

it('leaves a click for another tab to the browser', () => {
  const player = createTestPlayer()
  render(<ChapterList chapters={CHAPTERS} player={player} />)
  expect(fireEvent.click(link(/גם על חוב/), { ctrlKey: true })).toBe(true)
  expect(player.position).toBe(0)
})
