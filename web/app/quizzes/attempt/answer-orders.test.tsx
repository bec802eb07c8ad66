import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '~/shared/client/query-client'
import type { StoredEntry } from '~/shared/outbox/entry-store'
import { createMemoryStore } from '~/shared/storage/browser-store'
import { type AnswerQueue, createAnswerQueue } from './answer-queue'
import { sendAnswers, useAttempt } from './attempt.calls'
import type { Attempt, PendingAnswer } from './attempt.rules'
import { ATTEMPT, type AttemptServer, createAttemptServer, POSITIONS } from './test-attempt-server'
import { type Answers, useAnswers } from './use-answers'

const world = vi.hoisted(() => ({ server: null as unknown as AttemptServer, queue: null as unknown as AnswerQueue }))
vi.mock('~/shared/client/supabase-browser', () => ({
  browserSupabase: () => ({ rpc: (name: string, args: never) => world.server.call(name, args) }),
}))
vi.mock('./answer-queue', async (original) => ({
  ...(await original<typeof import('./answer-queue')>()),
  browserAnswerQueue: () => world.queue,
}))

type Shown = { position: number; sequence: number; answer: unknown }

/** Everything that the page ever showed, and what it shows now. */
const screen: { shown: Shown[][]; answers?: Answers | undefined } = { shown: [] }

function Open({ attempt }: { attempt: Attempt }) {
  const answers = useAnswers('dana', attempt)
  useLayoutEffect(() => {
    screen.answers = answers
    screen.shown.push(answers.questions.map(({ position, sequence, answer }) => ({ position, sequence, answer })))
  })
  return null
}

function Page() {
  const { data } = useAttempt('dana', ATTEMPT)
  return data ? <Open attempt={data} /> : null
}

function openPage(): void {
  screen.shown = []
  screen.answers = undefined
  render(
    <QueryClientProvider client={queryClient()}>
      <Page />
    </QueryClientProvider>,
  )
}

const settled = async () => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}

const EVENTS = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('say' as const), at: fc.constantFrom(...POSITIONS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('elsewhere' as const), at: fc.constantFrom(...POSITIONS) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('arrive' as const, 'settle' as const, 'lose' as const),
      at: fc.nat(4),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), at: fc.constantFrom(0, 1, 300, 5_000) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('focus' as const, 'other tab' as const), at: fc.constant(0) }),
  },
)
type Event = typeof EVENTS extends fc.Arbitrary<infer One> ? One : never

async function live(events: readonly Event[]): Promise<void> {
  const server = createAttemptServer()
  const store = Promise.resolve(createMemoryStore<StoredEntry<PendingAnswer>>())
  const options = { store, isOnline: () => true }
  world.server = server
  world.queue = createAnswerQueue({ ...options, send: sendAnswers })
  // Another tab of the browser: it shares what is kept there, and nothing else.
  const otherTab = createAnswerQueue({
    ...options,
    send: async (answers) =>
      (await server.call('save', { answers } as never).abortSignal()).error ? 'later' : 'saved',
  })
  openPage()
  const lastAnswer = new Map<number, unknown>()
  const touched = new Set<number>()
  const counted = new Map<number, number>()
  let changes = 0
  try {
    for (const { kind, at } of events) {
      if (kind === 'say') {
        const question = screen.answers?.questions.find(({ position }) => position === at)
        if (!question) continue
        // Twice in one moment: the second comes before the page shows the first.
        for (let time = 0; time < 2; time += 1) {
          changes += 1
          const answer = { value: changes } as never
          screen.answers?.say(question, { answer })
          lastAnswer.set(at, answer)
          const { sequence = 0 } = world.queue.getPending().find(({ position }) => position === at) ?? {}
          // A change counts on from everything that this page sent, showed or had acknowledged.
          expect(sequence).toBeGreaterThan(counted.get(at) ?? 0)
          counted.set(at, sequence)
        }
      } else if (kind === 'elsewhere') {
        const { sequence = 0 } = server.read().find(({ position }) => position === at) ?? {}
        server.save({
          position: at,
          sequence: sequence + 1,
          answer: { value: -1 } as never,
          confidence: null,
          flagged: false,
        })
        touched.add(at)
      } else if (kind === 'wait') await vi.advanceTimersByTimeAsync(at)
      else if (kind === 'focus') window.dispatchEvent(new Event('visibilitychange'))
      else if (kind === 'other tab') void otherTab.flush('dana')
      else server.calls[at]?.[kind]()
      await settled()
      for (const { position, sequence } of screen.shown.at(-1) ?? [])
        counted.set(position, Math.max(counted.get(position) ?? 0, sequence))
    }
    for (let round = 0; round < 8; round += 1) {
      for (const call of [...server.calls]) call.settle()
      await vi.advanceTimersByTimeAsync(round === 6 ? 1 : 20_000)
      if (round === 5) window.dispatchEvent(new Event('visibilitychange'))
    }
    for (const position of POSITIONS) {
      const own = screen.shown.flat().filter((one) => one.position === position)
      const sequences = own.map(({ sequence }) => sequence)
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
      const kept = server.read().find((one) => one.position === position)
      expect(own.at(-1)).toEqual({ position, sequence: kept?.sequence, answer: kept?.answer })
      if (!touched.has(position)) expect(kept?.answer).toEqual(lastAnswer.get(position) ?? null)
    }
  } finally {
    cleanup()
    // What a page that is left still sends belongs to this server.
    await settled()
    world.queue.stop()
    otherTab.stop()
    queryClient().clear()
    vi.clearAllTimers()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  // What is shown between two steps is shown to a person, too.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('neither what is shown nor what is sent goes back to an older answer, whatever comes in which order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(EVENTS, { maxLength: 60 }), live), { numRuns: 300 })
}, 120_000)
