import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { formatDay } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import { Alert } from '~/shared/ui/alert'
import { Button, buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { Loading } from '~/shared/ui/loading'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { Failed } from '~/shared/ui/section'
import { DailyLimit } from './daily-limit'
import { DeckFigure } from './deck-figure'
import { OpenTurn } from './open-turn'
import { useDeck } from './review.calls'
import { reviewText as text } from './review.he'
import { type Deck, leftToday, type Turn } from './review.rules'
import { ScoredTurn } from './scored-turn'
import { type Turns, useTurns } from './use-turns'

/** The review deck: what waits today, one question after the other, and what was learnt. */
export function ReviewScreen({ userId }: { userId: string }) {
  const { data: deck, isError, refetch } = useDeck(userId)
  const turns = useTurns(userId)
  const { turn } = turns
  const main = useRef<HTMLDivElement>(null)
  const shown = turn && `${turn.id} ${turn.state}`
  useEffect(() => {
    // What is heard goes along with what is shown: to the question, and to what came of the answer.
    if (shown) main.current?.focus({ preventScroll: true })
    if (shown) window.scrollTo({ top: 0 })
  }, [shown])
  if (!deck)
    return (
      <div className="wrap py-12">
        <h1 className="text-3xl">{text.title}</h1>
        {isError ? (
          <Failed text={text.failed} onRetry={() => void refetch()} />
        ) : (
          <Loading className="justify-start py-8" />
        )}
      </div>
    )
  const isEmpty = deck.cards.known + deck.cards.learning + deck.cards.new === 0
  return (
    <div className="wrap grid gap-x-14 gap-y-12 py-10 md:py-12 lg:grid-cols-[1fr_340px]">
      <div ref={main} tabIndex={-1} className="min-w-0 outline-none">
        {turn ? (
          <InTurn turn={turn} turns={turns} deck={deck} />
        ) : (
          <Overview deck={deck} turns={turns} isEmpty={isEmpty} />
        )}
      </div>
      {!isEmpty && (
        <aside className="lg:sticky lg:top-24 lg:self-start">
          <DeckFigure deck={deck} />
          <DailyLimit userId={userId} limit={deck.dailyLimit} />
        </aside>
      )}
    </div>
  )
}

type DeckProps = { deck: Deck; turns: Turns }

function Overview({ deck, turns, isEmpty }: DeckProps & { isEmpty: boolean }) {
  const left = leftToday(deck)
  return (
    <>
      <h1 className="text-3xl md:text-4xl">{text.title}</h1>
      <p className="mt-4 max-w-[58ch] text-ink-2 text-lg">{text.lead}</p>
      {turns.failure && (
        <Alert tone="error" className="mt-6">
          {turns.failure}
        </Alert>
      )}
      {isEmpty && (
        <div className="mt-9 grid justify-items-start gap-4 border-ink border-t pt-6">
          <h2 className="text-xl">{text.empty}</h2>
          <p className="max-w-[58ch] text-ink-2">{text.emptyHow}</p>
          <Link to={paths.courses} className={buttonClass('learn')}>
            {common.allCourses}
          </Link>
        </div>
      )}
      {!isEmpty && left > 0 && (
        <div className="mt-9 grid justify-items-start gap-5 border-ink border-t pt-6">
          <h2 className="text-xl">{plural(left, text.due)}</h2>
          <Button look="learn" busy={turns.busy} onClick={() => void turns.next()}>
            {deck.answeredToday > 0 ? text.goOn : text.start}
          </Button>
        </div>
      )}
      {!isEmpty && left === 0 && <Done deck={deck} />}
    </>
  )
}

function Done({ deck: { answeredToday, dailyLimit, due, nextOn } }: { deck: Deck }) {
  const isFull = due > 0 && answeredToday >= dailyLimit
  return (
    <div className="mt-9 grid gap-3 border-ink border-t pt-6">
      <h2 className="text-xl">{text.done}</h2>
      {isFull && <p>{plural(answeredToday, text.full)}</p>}
      {!isFull && <p className="text-ink-2">{nextOn ? text.nextOn(formatDay(nextOn)) : text.nothingNext}</p>}
    </div>
  )
}

function InTurn({ turn, turns, deck }: DeckProps & { turn: Turn }) {
  const left = leftToday(deck)
  const isScored = turn.state === 'scored'
  const place = deck.answeredToday + (isScored ? 0 : 1)
  const count = deck.answeredToday + left
  return (
    <>
      <h1 className="font-normal font-sans text-base text-ink-2">
        {text.today}: <b className="text-ink">{text.where(place, Math.max(place, count))}</b>
      </h1>
      <ProgressBar percent={(deck.answeredToday / Math.max(1, count)) * 100} label={text.today} className="mt-3 mb-8" />
      <p className="mb-4 text-ink-2 text-sm">
        {turn.courseTitle}
        {turn.quizTitle !== turn.courseTitle && ` · ${turn.quizTitle}`}
      </p>
      {turns.failure && (
        <div className="mb-6 grid justify-items-start gap-3">
          <Alert tone="error">{turns.failure}</Alert>
          <Button look="secondary" size="small" busy={turns.busy} onClick={() => void turns.next()}>
            {text.next}
          </Button>
        </div>
      )}
      {isScored ? (
        <ScoredTurn turn={turn} turns={turns} isLast={left === 0} />
      ) : (
        <OpenTurn key={turn.id} turn={turn} turns={turns} />
      )}
    </>
  )
}
