import { useState } from 'react'
import { type Cue, inOrder } from './cues.rules'

const MOST_STEPS = 100

/** Captions under work, with the way back from each step. Typing in one caption is one step. */
export function useCues(first: readonly Cue[]) {
  const [cues, setCues] = useState<Cue[]>(() => inOrder(first))
  const [steps, setSteps] = useState<{ key: string; cues: Cue[] }[]>([])
  function change(next: Cue[], key = '') {
    const isSameStep = key !== '' && steps.at(-1)?.key === key
    if (!isSameStep) setSteps([...steps.slice(-MOST_STEPS), { key, cues }])
    setCues(next)
  }
  return {
    cues,
    change,
    /** Changes one caption; what is done to the same field in a row is one step. */
    write: (index: number, changes: Partial<Cue>) =>
      change(
        cues.map((cue, place) => (place === index ? { ...cue, ...changes } : cue)),
        `${index} ${Object.keys(changes).join()}`,
      ),
    canUndo: steps.length > 0,
    undo() {
      const last = steps.at(-1)
      if (!last) return
      setCues(last.cues)
      setSteps(steps.slice(0, -1))
    },
  }
}
