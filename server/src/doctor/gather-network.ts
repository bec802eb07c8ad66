import { connect, createServer } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { Config } from '../config.ts'

const GREETING_MS = 5_000

/** Whether something listens on an address already. */
export function isPortTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'))
    probe.listen(port, host, () => probe.close(() => resolve(false)))
  })
}

/** Why a mail server does not greet; undefined when it does. No mail is sent, and nobody signs in. */
export function tryMailServer({ host, port, secure }: NonNullable<Config['smtp']>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = secure ? connectSecurely({ host, port, servername: host }) : connect({ host, port })
    const end = (failure?: string) => {
      socket.destroy()
      resolve(failure)
    }
    socket.setTimeout(GREETING_MS, () => end(`no greeting within ${GREETING_MS / 1_000} seconds`))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    socket.once('data', (data) => {
      const greeting = data.toString('latin1').split('\r\n')[0] ?? ''
      end(greeting.startsWith('220') ? undefined : `it says "${greeting.slice(0, 100)}"`)
    })
  })
}
