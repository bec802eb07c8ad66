import { useQuery } from '@tanstack/react-query'
import type { Answer, Confidence } from '~/quizzes/question/quiz-types.rules'
import { callFunction } from '~/shared/client/call-function'
import { callEdgeFunction } from '~/shared/client/edge-function'
import { queryClient } from '~/shared/client/query-client'
import { PROGRESS_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { reviewErrors } from './review.he'
import type { Deck, Turn } from './review.rules'

type DeckRow = {
  today: string
  daily_limit: number
  answered_today: number
  due: number
  next_on: string | null
  new: number
  learning: number
  known: number
  days: { day: string; correct: number; wrong: number }[]
  coming: { day: string; count: number }[]
}

const keyOf = (userId: string | undefined) => ['review-deck', userId] as const

/** The review deck of the person; nothing for visitors. */
export function useDeck(userId: string | undefined) {
  return useQuery({
    queryKey: keyOf(userId),
    enabled: userId !== undefined,
    staleTime: 0,
    queryFn: async (): Promise<Deck> => {
      const row = (await callFunction('my_review_deck', {}, PROGRESS_LOADING_TIMEOUT)) as DeckRow
      return {
        today: row.today,
        dailyLimit: row.daily_limit,
        answeredToday: row.answered_today,
        due: row.due,
        nextOn: row.next_on,
        cards: { known: row.known, learning: row.learning, new: row.new },
        past: row.days.map(({ day, correct, wrong }) => ({ day, right: correct, wrong })),
        coming: row.coming,
      }
    },
  })
}

type TurnRow = Omit<Turn, 'courseTitle' | 'quizTitle'> & { course_title: string; quiz_title: string }

const toTurn = ({ course_title, quiz_title, ...row }: TurnRow): Turn => ({
  ...row,
  courseTitle: course_title,
  quizTitle: quiz_title,
})

const askDeck = (body: Record<string, unknown>) =>
  callEdgeFunction<TurnRow>('review-deck', body, SAVE_TIMEOUT, reviewErrors)

/** The next question under an id made here, or the one that is open; null where none is left. @throws AppError, DeadlineError */
export async function nextTurn(turn: string): Promise<Turn | null> {
  const row = await askDeck({ action: 'next', turn })
  return row && toTurn(row)
}

/** Answers a question and has it scored; sent twice, the first answer stays. @throws AppError, DeadlineError */
export async function answerTurn(
  userId: string,
  turn: string,
  answer: Answer | null,
  confidence: Confidence | null,
): Promise<Turn | null> {
  const row = await askDeck({ action: 'answer', turn, answer, confidence })
  await refresh(userId)
  return row && toTurn(row)
}

/** Takes the last answer of today back. @throws AppError, DeadlineError */
export async function undoTurn(userId: string, turn: string): Promise<void> {
  await callFunction('undo_review_turn', { turn }, SAVE_TIMEOUT)
  await refresh(userId)
}

/** Puts a question off until tomorrow. @throws AppError, DeadlineError */
export async function buryTurn(userId: string, turn: string): Promise<void> {
  await callFunction('bury_review_turn', { turn }, SAVE_TIMEOUT)
  await refresh(userId)
}

/** How many questions a day may bring. @throws AppError, DeadlineError */
export async function saveDailyLimit(userId: string, limit: number): Promise<void> {
  await callFunction('set_review_limit', { daily_limit: limit }, SAVE_TIMEOUT)
  await refresh(userId)
}

const refresh = (userId: string) => queryClient().invalidateQueries({ queryKey: keyOf(userId) })
