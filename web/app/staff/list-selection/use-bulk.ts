import { useRef, useState } from 'react'
import { type RowOutcome, runBatches } from './batches.rules'
import type { Chosen } from './use-selection'

const BATCH = 50

/** Something that is done with many rows; it answers for each of them. */
export type BulkAction = { run: (ids: string[]) => Promise<RowOutcome[]>; codeOf: (cause: unknown) => string }

type Refused = { id: string; name: string; code: string }
/** What a run came to: the rows that it changed, and those that were refused with the reason's code. */
export type BulkResult = { changed: Chosen; refused: Refused[] }

type BulkState<Act extends BulkAction> =
  | { step: 'idle' }
  | { step: 'running'; act: Act; done: number; total: number; stopping: boolean }
  | { step: 'done'; act: Act; result: BulkResult }

/** Runs an action over what is chosen, in batches that can be stopped between, and keeps what became of each row. */
export function useBulk<Act extends BulkAction>(onDone: () => Promise<unknown>) {
  const [state, setState] = useState<BulkState<Act>>({ step: 'idle' })
  const stopper = useRef(new AbortController())
  const start = async (act: Act, rows: Chosen) => {
    stopper.current = new AbortController()
    const { signal } = stopper.current
    setState({ step: 'running', act, done: 0, total: rows.size, stopping: false })
    const onProgress = (done: number) => setState((now) => (now.step === 'running' ? { ...now, done } : now))
    const outcomes = await runBatches([...rows.keys()], { size: BATCH, ...act, onProgress, signal })
    const nameOf = (id: string) => rows.get(id) ?? ''
    const changed = outcomes.filter(({ outcome }) => outcome === 'changed')
    const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
    setState({
      step: 'done',
      act,
      result: {
        changed: new Map(changed.map(({ id }) => [id, nameOf(id)])),
        refused: refused.map(({ id, code = '' }) => ({ id, name: nameOf(id), code })),
      },
    })
    await onDone()
  }
  const stop = () => {
    stopper.current.abort()
    setState((now) => (now.step === 'running' ? { ...now, stopping: true } : now))
  }
  return { state, start, stop, close: () => setState({ step: 'idle' }) }
}
