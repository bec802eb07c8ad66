const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const LOOK_FOR_PARENT_MS = 500

/** That this process is to end, and why; said once, however often it is told. */
export type Ending = {
  /** The signal, or `npm is gone`; undefined while nobody asked. */
  reason(): string | undefined
  /** Resolves with the reason. */
  asked: Promise<string>
}

/**
 * Listens from now on for what ends the process: signals, and the end of npm where it started this process, since npm
 * passes on neither SIGHUP nor its own death.
 */
export function listenForEnd(environment: NodeJS.ProcessEnv = process.env): Ending {
  let reason: string | undefined
  const asked = new Promise<string>((resolve) => {
    const end = (why: string) => {
      // A terminal and npm both pass Ctrl+C on: the second word must not leave the database behind.
      reason ??= why
      resolve(why)
    }
    for (const signal of SIGNALS) process.on(signal, () => end(signal))
    if (environment.npm_lifecycle_event !== 'start') return
    const npm = process.ppid
    setInterval(() => process.ppid === npm || end('npm is gone'), LOOK_FOR_PARENT_MS).unref()
  })
  return { reason: () => reason, asked }
}
