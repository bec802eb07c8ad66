import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fieldText } from '~/quizzes/question/fields.he'
import { setSession } from '~/session/student/session-store'
import { danaSession } from '~/session/student/test-students'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { reviewErrors, reviewText as text } from './review.he'
import type { Deck, Turn } from './review.rules'
import { ReviewScreen } from './review-screen'

const calls = vi.hoisted(() => ({
  nextTurn: vi.fn(),
  answerTurn: vi.fn(),
  undoTurn: vi.fn(),
  buryTurn: vi.fn(),
  saveDailyLimit: vi.fn(),
  deck: null as Deck | null,
}))
vi.mock('./review.calls', () => ({ ...calls, useDeck: () => ({ data: calls.deck, isError: false, refetch: vi.fn() }) }))

const deck = (changes: Partial<Deck> = {}): Deck => ({
  today: '2026-11-23',
  dailyLimit: 20,
  answeredToday: 0,
  due: 2,
  nextOn: '2026-11-27',
  cards: { known: 1, learning: 2, new: 1 },
  past: [{ day: '2026-11-22', right: 3, wrong: 1 }],
  coming: [{ day: '2026-11-24', count: 5 }],
  ...changes,
})
const turn = (changes: Partial<Turn> = {}): Turn => ({
  id: 't1',
  courseTitle: 'ריבית דריבית',
  quizTitle: 'ריבית ומס',
  state: 'open',
  presented: { kind: 'true-false', text: 'מס הוא חובה.', topic: 'מס' },
  answer: null,
  confidence: null,
  correct: null,
  review: null,
  days: null,
  ...changes,
})
const scored = turn({
  ...{ state: 'scored', answer: { claim: true }, correct: true, days: 3 },
  review: {
    points: 1,
    correct: true,
    parts: {},
    right: { claim: true },
    whys: { true: 'כך קובע החוק.', false: 'החוק קובע אחרת.' },
  },
})

const show = (changes?: Partial<Deck>) => {
  calls.deck = deck(changes)
  return { user: userEvent.setup(), ...screenAt('/review', <ReviewScreen userId="dana" />) }
}

beforeEach(() => {
  setSession(danaSession())
  window.scrollTo = () => undefined
  calls.nextTurn.mockReset().mockResolvedValue(turn())
  calls.answerTurn.mockReset().mockResolvedValue(scored)
  for (const call of [calls.undoTurn, calls.buryTurn, calls.saveDailyLimit])
    call.mockReset().mockResolvedValue(undefined)
})

describe('the deck', () => {
  it('says what waits, and tells by a table what the columns show', () => {
    show()
    expect(screen.getByRole('heading', { name: 'שתי שאלות מחכות לכם היום' })).toBeTruthy()
    const past = within(screen.getByRole('table', { name: text.past }))
    expect(past.getByRole('row', { name: '22 בנובמבר 2026 3 1' })).toBeTruthy()
    expect(past.getAllByRole('row')).toHaveLength(15)
    expect(screen.getByText('3 נכונות · שגויה אחת')).toBeTruthy()
    expect(screen.getByRole('table', { name: text.coming })).toBeTruthy()
  })

  it('that is empty says how questions come in', () => {
    show({ cards: { known: 0, learning: 0, new: 0 }, due: 0, nextOn: null })
    expect(screen.getByText(text.emptyHow)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: text.figure })).toBeNull()
  })

  it.each([
    [{ due: 0 }, text.nextOn('27 בנובמבר 2026')],
    [{ due: 0, nextOn: null }, text.nothingNext],
    [{ due: 7, answeredToday: 20 }, 'עניתם היום על 20 שאלות, כמו שבחרתם.'],
  ])('that is done for today (%o) says what is next', (changes, expected) => {
    show(changes)
    expect(screen.getByText(expected)).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.start })).toBeNull()
  })

  it('takes another limit of a day', async () => {
    const { user } = show()
    await user.selectOptions(screen.getByLabelText(text.limit), '50')
    expect(calls.saveDailyLimit).toHaveBeenCalledExactlyOnceWith('dana', 50)
  })
})

describe('a question of the deck', () => {
  const begin = async () => {
    const shown = show()
    await shown.user.click(screen.getByRole('button', { name: text.start }))
    await screen.findByText('מס הוא חובה.')
    return shown
  }

  it('is answered with how sure one is, explained, and says when it comes back', async () => {
    const { user } = await begin()
    expect(screen.getByText(text.where(1, 2))).toBeTruthy()
    const check = screen.getByRole<HTMLButtonElement>('button', { name: text.check })
    expect(check.disabled).toBe(true)
    await user.click(screen.getByText('נכון'))
    await user.click(screen.getByText(fieldText.unsure))
    await user.click(check)
    expect(calls.answerTurn).toHaveBeenCalledExactlyOnceWith('dana', 't1', { claim: true }, 'unsure')
    expect(await screen.findByText('השאלה תחזור בעוד 3 ימים.')).toBeTruthy()
    expect(screen.getByText('כך קובע החוק.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: text.next }))
    expect(calls.nextTurn).toHaveBeenCalledTimes(2)
    expect(calls.nextTurn.mock.calls[0]?.[0]).not.toBe(calls.nextTurn.mock.calls[1]?.[0])
  })

  it('may be given up', async () => {
    const { user } = await begin()
    await user.click(screen.getByRole('button', { name: text.dontKnow }))
    expect(calls.answerTurn).toHaveBeenCalledExactlyOnceWith('dana', 't1', null, null)
  })

  it('is put off, and the next one stands there', async () => {
    const { user } = await begin()
    calls.nextTurn.mockResolvedValue(turn({ id: 't2', presented: { kind: 'true-false', text: 'אחרת.', topic: 'מס' } }))
    await user.click(screen.getByRole('button', { name: text.notToday }))
    expect(calls.buryTurn).toHaveBeenCalledExactlyOnceWith('dana', 't1')
    expect(await screen.findByText('אחרת.')).toBeTruthy()
  })

  it('is taken back and asked again', async () => {
    const { user } = await begin()
    await user.click(screen.getByRole('button', { name: text.dontKnow }))
    await user.click(await screen.findByRole('button', { name: text.undo }))
    expect(calls.undoTurn).toHaveBeenCalledExactlyOnceWith('dana', 't1')
    expect(await screen.findByRole('button', { name: text.check })).toBeTruthy()
  })

  it('that could not be sent keeps the answer, and the same press sends it again', async () => {
    const { user } = await begin()
    calls.answerTurn.mockRejectedValueOnce(new AppError('OPERATION_FAILED', reviewErrors.UNAVAILABLE))
    await user.click(screen.getByText('נכון'))
    await user.click(screen.getByRole('button', { name: text.check }))
    expect(await screen.findByText(reviewErrors.UNAVAILABLE)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: text.check }))
    expect(await screen.findByText('השאלה תחזור בעוד 3 ימים.')).toBeTruthy()
    expect(calls.answerTurn).toHaveBeenCalledTimes(2)
  })

  it('asked again after a lost answer goes under the same id', async () => {
    calls.nextTurn.mockRejectedValueOnce(new AppError('NETWORK_ERROR'))
    const { user } = show()
    await user.click(screen.getByRole('button', { name: text.start }))
    await screen.findByRole('alert')
    await user.click(screen.getByRole('button', { name: text.start }))
    await screen.findByText('מס הוא חובה.')
    expect(calls.nextTurn.mock.calls[0]?.[0]).toBe(calls.nextTurn.mock.calls[1]?.[0])
  })
})
