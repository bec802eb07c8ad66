import { isRouteErrorResponse } from 'react-router'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

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

/**
 * What the server's loader of a list answers in the browser; when it takes longer than 8 s or does not come at all,
 * what stands for a failed list [4-47]. Pages that are not there stay that.
 */
export async function listInTime<Data>(load: () => Promise<Data>, failed: NoInfer<Data>): Promise<Data> {
  try {
    return await withinTime(LIST_LOADING_TIMEOUT, load)
  } catch (error) {
    if (isRouteErrorResponse(error)) throw error
    return failed
  }
}
