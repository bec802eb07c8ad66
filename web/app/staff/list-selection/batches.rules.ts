/** What became of one row of a bulk action; the code says why it was refused. */
export type RowOutcome = { id: string; outcome: 'changed' | 'unchanged' | 'refused'; code?: string }

type BatchRun = {
  size: number
  /** Does a batch and answers for each of its rows. */
  run: (ids: string[]) => Promise<RowOutcome[]>
  /** Told after each batch how many rows were tried. */
  onProgress: (done: number) => void
  signal: AbortSignal
  /** What the failure of a whole batch is called. */
  codeOf: (cause: unknown) => string
}

/** The code of rows that were not tried, because the run was stopped or a batch before them failed. */
export const NOT_TRIED = 'NOT_TRIED'

/** Does something with many rows, a batch after another. A batch that fails ends the run: what follows would too. */
export async function runBatches(ids: readonly string[], batch: BatchRun): Promise<RowOutcome[]> {
  const { size, run, onProgress, signal, codeOf } = batch
  const outcomes: RowOutcome[] = []
  const refuse = (some: readonly string[], code: string) =>
    outcomes.push(...some.map((id): RowOutcome => ({ id, outcome: 'refused', code })))
  for (let from = 0; from < ids.length; from += size) {
    if (signal.aborted) {
      refuse(ids.slice(from), NOT_TRIED)
      break
    }
    const some = ids.slice(from, from + size)
    try {
      outcomes.push(...(await run(some)))
    } catch (cause) {
      refuse(some, codeOf(cause))
      refuse(ids.slice(from + size), NOT_TRIED)
      break
    }
    onProgress(Math.min(from + size, ids.length))
  }
  return outcomes
}
