import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DAYS = ['-days', '2']
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Whether this machine can make certificates. */
export const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0

/** An authority of the test's own in a folder, by openssl. */
export type Authority = {
  /** File of its certificate. */
  file: string
  /** Makes a certificate and its key for a name; `alternatives` as openssl writes them, e.g. `IP:127.0.0.1`. */
  issue(name: string, alternatives?: string): { cert: string; key: string }
}

/** Makes an authority; its files are missing where this machine cannot make them. */
export function makeAuthority(folder: string, name: string): Authority {
  const openssl = (...words: string[]) => HAS_OPENSSL && execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const file = join(folder, `${name}.crt`)
  const own = ['-keyout', `${name}.key`, '-out', file]
  openssl('req', '-x509', ...KEY, ...own, ...DAYS, '-subj', `/CN=${name}`)
  return {
    file,
    issue(subject, alternatives = `DNS:${subject}`) {
      const base = `${name}-${subject}`
      const [cert, key] = [join(folder, `${base}.crt`), join(folder, `${base}.key`)]
      openssl('req', ...KEY, '-keyout', key, '-out', `${base}.csr`, '-subj', `/CN=${subject}`)
      writeFileSync(join(folder, `${base}.ext`), `subjectAltName=${alternatives}\n`)
      const signed = ['-CA', file, '-CAkey', `${name}.key`, '-CAcreateserial', '-extfile', `${base}.ext`, ...DAYS]
      openssl('x509', '-req', '-in', `${base}.csr`, ...signed, '-out', cert)
      return { cert, key }
    },
  }
}
