/** Thrown when something took longer than it may. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/**
 * The result of `work`, or a DeadlineError after `milliseconds` [4-47]. The work itself is told by the signal.
 * @throws what `work` throws
 */
export async function withinTime<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => PromiseLike<Result>,
): Promise<Result> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort()
      reject(new DeadlineError(`no answer within ${milliseconds} ms`))
    }, milliseconds)
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
