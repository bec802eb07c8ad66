import type pg from 'pg'
import { readTls, type Tls } from './tls.ts'

/** A PostgreSQL of somebody's own, as a connection URL names it. */
export type Connection = {
  /** What a client is made with, but for `ssl`. */
  target: pg.ClientConfig
  tls: Tls
  /** Parameters of the URL that mean nothing here. */
  unknown: string[]
}

/** Parameters of libpq that have nothing to say to this client, or say what it does anyway. */
const HARMLESS = new Set(['gssencmode', 'target_session_attrs', 'connect_timeout', 'client_encoding', 'keepalives'])
/** As in libpq, a name of the URL's parameters wins over its parts. */
const PARTS = { user: 'user', password: 'password', host: 'host', port: 'port', dbname: 'database' } as const

/**
 * Reads a connection URL as libpq does: the parts of the address, the parameters behind it, and how TLS is used
 * ({@link readTls}).
 * @param environment where PGSSLMODE and its like count for what the URL leaves out
 * @throws with what is wrong, never with the address itself
 */
export function readConnection(text: string, environment: NodeJS.ProcessEnv = process.env): Connection {
  const url = parseUrl(text)
  const parameters = Object.fromEntries(url.searchParams)
  const parts: Record<(typeof PARTS)[keyof typeof PARTS], string> = {
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    host: decodeURIComponent(url.hostname).replace(/^\[(.+)\]$/, '$1'),
    port: url.port,
    database: decodeURIComponent(url.pathname.slice(1)),
  }
  const taken: string[] = []
  for (const [name, part] of Object.entries(PARTS)) {
    if (parameters[name] === undefined) continue
    parts[part] = parameters[name]
    taken.push(name)
  }
  if (/,/.test(parts.host + parts.port)) throw new Error('one host must be named, not several')
  const { tls, names } = readTls(parameters, parts.host, environment)
  const { application_name, options, channel_binding } = parameters
  const known = new Set([...taken, ...names, 'application_name', 'options', 'channel_binding'])
  const unknown = Object.keys(parameters).filter((name) => !known.has(name) && !HARMLESS.has(name))
  return {
    target: {
      ...(parts.user && { user: parts.user }),
      ...(parts.password && { password: parts.password }),
      ...(parts.host && { host: parts.host }),
      port: Number(parts.port || 5432),
      database: parts.database || parts.user || 'postgres',
      ...(application_name && { application_name }),
      ...(options && { options }),
      ...(channel_binding && channel_binding !== 'disable' && { enableChannelBinding: true }),
    },
    tls,
    unknown,
  }
}

/** A user without a host, as before a socket in the parameters, is no URL to the standard's parser. */
function parseUrl(text: string): URL {
  const whole = text.replace(/^(postgres(?:ql)?:\/\/[^/?]*@)(?=[/?:])/, '$1localhost')
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(whole)) {
    throw new Error('must be postgres://owner:password@host:5432/database, letters such as @ # / in it as %40 %23 %2F')
  }
  return new URL(whole)
}
