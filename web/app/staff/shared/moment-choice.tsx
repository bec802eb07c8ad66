import { useState } from 'react'
import { fromIsraelClock } from './israel-time.rules'
import { MomentField } from './moment-field'

const A_YEAR_MS = 365 * 86_400_000

type Words = { now: string; later: string; label: string; problem: string }

/** The choice between now and a moment of the coming year; `at` is that moment (ISO 8601), null for now. */
export function useMomentChoice(words: Words) {
  const [isLater, setIsLater] = useState(false)
  const [clock, setClock] = useState('')
  const [problem, setProblem] = useState<string>()
  const at = isLater ? fromIsraelClock(clock) : null
  /** Whether it may be confirmed; where not, the field shows why. */
  function check(): boolean {
    const ahead = at === null ? -1 : Date.parse(at) - Date.now()
    const fits = !isLater || (ahead > 0 && ahead < A_YEAR_MS)
    setProblem(fits ? undefined : words.problem)
    return fits
  }
  return { at, isLater, check, words, clock, problem, setIsLater, setClock }
}

/** The fields of {@link useMomentChoice}. */
export function MomentChoice({ choice }: { choice: ReturnType<typeof useMomentChoice> }) {
  const { isLater, words, clock, problem, setIsLater, setClock } = choice
  return (
    <fieldset className="mt-5 grid gap-3">
      {[false, true].map((later) => (
        <label key={String(later)} className="flex items-center gap-3">
          <input
            type="radio"
            name="when"
            checked={isLater === later}
            onChange={() => setIsLater(later)}
            className="size-5 accent-green"
          />
          {later ? words.later : words.now}
        </label>
      ))}
      {isLater && <MomentField label={words.label} value={clock} error={problem} onWrite={setClock} />}
    </fieldset>
  )
}
