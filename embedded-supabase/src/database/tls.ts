import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** How TLS is used, in libpq's words (`sslmode`). */
export type TlsMode = (typeof MODES)[number]

export type Tls = {
  mode: TlsMode
  /** What the client's `ssl` is while TLS is used. */
  options: ConnectionOptions
  /** Whether the line leaves the machine: a socket in a folder carries no TLS, whatever the mode. */
  isSocket: boolean
}

/** Parameters of the URL with the variables that stand for them, and the files that count while neither is set. */
const FILES = {
  sslrootcert: { variable: 'PGSSLROOTCERT', usual: 'root.crt' },
  sslcert: { variable: 'PGSSLCERT', usual: 'postgresql.crt' },
  sslkey: { variable: 'PGSSLKEY', usual: 'postgresql.key' },
  sslcrl: { variable: 'PGSSLCRL', usual: 'root.crl' },
} as const
const NAMES = [...Object.keys(FILES), 'sslmode', 'ssl', 'sslpassword']

/**
 * Reads how the line to a database is encrypted and what is verified, as libpq does: without a word TLS is used where the
 * server has it (`prefer`); a root certificate makes `require` verify, too; `sslrootcert=system` trusts what Node trusts.
 * @param host of the server; `verify-full` compares it with the certificate
 * @returns the reading, and the names of the parameters that it understood
 * @throws naming the parameter that is wrong, so that nothing is left out in silence
 */
export function readTls(
  parameters: Record<string, string>,
  host: string,
  environment: NodeJS.ProcessEnv,
): { tls: Tls; names: string[] } {
  const strange = Object.keys(parameters).find((name) => /^ssl/.test(name) && !NAMES.includes(name))
  if (strange) throw new Error(`the parameter ${strange} is not known here: leave it out, or say it to the server`)
  const isSystem = fileOf('sslrootcert', parameters, environment) === 'system'
  const mode = modeOf(parameters, environment, isSystem)
  const isSocket = host.startsWith('/')
  if (isSocket || mode === 'disable') return { tls: { mode, options: {}, isSocket }, names: NAMES }
  const ca = isSystem ? undefined : contentOf('sslrootcert', parameters, environment)
  if (mode.startsWith('verify') && !isSystem && !ca) {
    throw new Error(
      `sslmode=${mode} needs sslrootcert: the file of the authority that signed the server's certificate, or the word system`,
    )
  }
  if (isSystem && mode !== 'verify-full') throw new Error('sslrootcert=system needs sslmode=verify-full')
  const cert = contentOf('sslcert', parameters, environment)
  const key = contentOf('sslkey', parameters, environment)
  if (cert && !key) throw new Error('sslcert needs sslkey, the file of its key')
  const crl = contentOf('sslcrl', parameters, environment)
  const options: ConnectionOptions = {
    rejectUnauthorized: ca !== undefined || isSystem,
    checkServerIdentity: (_, certificate) =>
      mode === 'verify-full' ? checkServerIdentity(host || 'localhost', certificate) : undefined,
    ...(ca && { ca }),
    ...(cert && { cert, key }),
    ...(crl && { crl }),
    ...(parameters.sslpassword && { passphrase: parameters.sslpassword }),
  }
  return { tls: { mode, options, isSocket }, names: NAMES }
}

function modeOf(parameters: Record<string, string>, environment: NodeJS.ProcessEnv, isSystem: boolean): TlsMode {
  const usual = isSystem ? 'verify-full' : 'prefer'
  // As libpq does: the word of other drivers.
  const configured = parameters.sslmode ?? (parameters.ssl === 'true' ? 'require' : environment.PGSSLMODE)
  const mode = MODES.find((known) => known === (configured || usual))
  if (!mode) throw new Error(`sslmode must be one of ${MODES.join(', ')}`)
  return mode
}

type FileName = keyof typeof FILES

const fileOf = (name: FileName, parameters: Record<string, string>, environment: NodeJS.ProcessEnv) =>
  parameters[name] || environment[FILES[name].variable] || undefined

/** The content of a file that was named, or of libpq's usual one where there is one. */
function contentOf(name: FileName, parameters: Record<string, string>, environment: NodeJS.ProcessEnv) {
  const configured = fileOf(name, parameters, environment)
  const file = configured ?? (environment.HOME && join(environment.HOME, '.postgresql', FILES[name].usual))
  if (!file || (!configured && !existsSync(file))) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}`)
  }
}
