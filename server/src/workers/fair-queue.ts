/** So much waits already that no more may: to be tried again later. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/**
 * Makes a queue that does some works at once and takes the next one of each sender in turn, so that whoever sends a
 * thousand delays their own. What a work throws is its caller's.
 */
export function createFairQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const lanes = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0

  const next = () => {
    for (const [sender, starts] of lanes) {
      if (running >= atOnce) return
      const start = starts.shift()
      // Behind the others, if more of this sender waits.
      lanes.delete(sender)
      if (starts.length > 0) lanes.set(sender, starts)
      start?.()
    }
  }

  /** @throws QueueFull, beside what the work throws */
  return <Value>(sender: string, work: () => Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      if (waiting >= mostWaiting) return reject(new QueueFull('Too much waits'))
      const start = () => {
        waiting--
        running++
        work()
          .then(resolve, reject)
          .finally(() => {
            running--
            next()
          })
      }
      const lane = lanes.get(sender)
      if (lane) lane.push(start)
      else lanes.set(sender, [start])
      waiting++
      next()
    })
}
