import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderInRouter } from '~/shared/testing/test-router'
import type { MyQuiz } from './my-quizzes.calls'
import { QuizLinks } from './quiz-links'

const calls = vi.hoisted(() => ({ mine: [] as Partial<MyQuiz>[] }))
vi.mock('./my-quizzes.calls', () => ({ useMyQuizzes: () => ({ data: calls.mine }) }))

const quizzes = [
  { id: 'before', title: 'לפני שמתחילים', purpose: 'pretest' as const, questionCount: 4 },
  { id: 'test', title: 'ריבית ומס', purpose: 'test' as const, questionCount: 10 },
]
const linksOf = () => {
  renderInRouter(<QuizLinks courseId="c1" quizzes={quizzes} />)
  return screen.getAllByRole('link').map((link) => link.textContent)
}
beforeEach(() => {
  calls.mine = []
})

it('offers the test before the course first, while none of its tests was begun', () => {
  expect(linksOf()).toEqual(['לפני שמתחילים4 שאלות', 'ריבית ומס10 שאלות'])
})

it('offers it no more once a test of the course was begun', () => {
  calls.mine = [{ quizId: 'test', purpose: 'test', bestPercent: null }]
  expect(linksOf()).toEqual(['ריבית ומס10 שאלות'])
})

it('says what came of each that was taken; before the course there is nothing to pass', () => {
  calls.mine = [
    { quizId: 'before', purpose: 'pretest', bestPercent: 100, passed: true },
    { quizId: 'test', purpose: 'test', bestPercent: 80, passed: true },
  ]
  expect(linksOf()).toEqual(['לפני שמתחילים100%4 שאלות', 'ריבית ומסעברתם · 80%10 שאלות'])
})
