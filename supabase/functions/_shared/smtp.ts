import addressparser from 'nodemailer/lib/addressparser'
import { env, requiredEnv } from './env.ts'

/** What the environment says of the mail server; with a password, never over a line in the clear to another machine. */
export function smtpServer() {
  const host = requiredEnv('SMTP_HOST')
  const user = env('SMTP_USER')
  const secure = env('SMTP_SECURE') === 'true'
  return {
    host,
    port: Number(env('SMTP_PORT') ?? 587),
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
