import { useId, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { plural } from '~/shared/formats/plural'
import { toast } from '~/shared/ui/toast'
import { saveDailyLimit } from './review.calls'
import { reviewText as text } from './review.he'

const LIMITS = [5, 10, 20, 50, 100, 200]

/** How many questions a day may bring. */
export function DailyLimit({ userId, limit }: { userId: string; limit: number }) {
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  async function choose(next: number) {
    setChosen(next)
    await saveDailyLimit(userId, next).catch((cause: unknown) => toast.error(toAppError(cause).message))
    setChosen(null)
  }
  const value = chosen ?? limit
  return (
    <p className="mt-5 flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="text-ink-2">
        {text.limit}
      </label>
      <select
        id={id}
        value={value}
        disabled={chosen !== null}
        onChange={({ target }) => void choose(Number(target.value))}
        className="min-h-11 rounded-control border border-field bg-card px-3"
      >
        {[...new Set([...LIMITS, value])]
          .toSorted((a, b) => a - b)
          .map((count) => (
            <option key={count} value={count}>
              {plural(count, text.questions)}
            </option>
          ))}
      </select>
    </p>
  )
}
