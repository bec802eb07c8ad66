import addressparser from 'nodemailer/lib/addressparser'
import { env, requiredEnv } from './env.ts'
import { beginsWithTls, isClosedToHostedFunctions, OPEN_PORTS } from './smtp-ports.ts'

const DEFAULT_PORT = 465

/** The port of the mail server: SMTP_PORT, or 465, which hosted functions reach. */
export const smtpPort = (): number => Number(env('SMTP_PORT') || DEFAULT_PORT)

/** Whether SMTP_PORT is closed to these functions: on Supabase's platform, where alone SB_REGION is set. */
export const isPortClosed = (): boolean => Boolean(env('SB_REGION')) && isClosedToHostedFunctions(smtpPort())

/**
 * What the environment says of the mail server; with a password, never over a line in the clear to another machine.
 * Without SMTP_SECURE (1 or true, 0 or false) the port decides whether TLS begins with the first byte.
 * @throws where no connection can come about: no SMTP_HOST, or a closed port
 */
export function smtpServer() {
  const host = requiredEnv('SMTP_HOST')
  const port = smtpPort()
  if (isPortClosed()) throw new Error(`SMTP_PORT ${port} is closed to hosted functions: set ${OPEN_PORTS}`)
  const user = env('SMTP_USER')
  const isSecure = env('SMTP_SECURE')
  const secure = isSecure ? isSecure === 'true' || isSecure === '1' : beginsWithTls(port)
  return {
    host,
    port,
    secure,
    requireTLS: !secure && Boolean(user) && !isLoopback(host),
    ...(user ? { auth: { user, pass: env('SMTP_PASSWORD') ?? '' } } : {}),
  }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** The address of a sender, which may have a name before it; undefined where it is none, or more than one. */
export function addressOfSender(from: string): string | undefined {
  const [sender, ...more] = addressparser(from, { flatten: true })
  return more.length === 0 && /^[^\s@]+@[^\s@]+$/.test(sender?.address ?? '') ? sender?.address : undefined
}

/** Whether a sender is one address, with or without a name; without one, mails would leave as nobody's. */
export const hasAddress = (from: string): boolean => addressOfSender(from) !== undefined
