import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { renewKeys, renewLogins, renewOwnerPassword, rotateSigningKey } from 'embedded-supabase'
import type { Config } from '../config.ts'
import { callAsServer } from '../http/call-as-server.ts'
import { withAnyBackend } from '../reach.ts'

type Print = (line: string) => void

/** What each word ends, in the order in which all of them are done: what asks the database comes before its keys change. */
const WORDS = {
  sessions: 'every session: everybody signs in again',
  links: 'mailed links and codes: sign-in, recovery, previews of drafts, ratings of answers',
  invitations: 'invitations of staff that nobody accepted yet',
  replies: 'secret addresses of tickets: an answer to an older mail of the support is refused',
  unsubscribe: 'links that end marketing mails; older mails then have none that works',
  hashes: 'recovery codes of authenticator apps, and the keys of other hashes in the database',
  webhooks: 'secrets of /hooks/inbound-mail, /hooks/mail-events and /metrics: new ones are printed for .env',
  logins: 'passwords of the logins of the database',
  signing: 'keys that sign access tokens: browsers refresh theirs',
  api: 'service key, public key, and the secret under both: links to files and typed codes end',
} as const

type Word = keyof typeof WORDS

const IN_DATABASE: Word[] = ['sessions', 'links', 'invitations', 'replies', 'unsubscribe', 'hashes']

const isWord = (word: string): word is Word => word in WORDS

const USAGE = `usage: npm run keys -- rotate [all | ${Object.keys(WORDS).join(' | ')}] ...
${Object.entries(WORDS)
  .map(([word, about]) => `  ${word.padEnd(12)} ${about}`)
  .join('\n')}
Without a word a new key signs access tokens, and the two before it still verify them.`

const ON_A_PROJECT: Partial<Record<Word, string>> = {
  logins:
    'database password: Project Settings, Database, "Reset database password"; then DATABASE_URL wherever it is used',
  signing: 'Project Settings, JWT Keys: create a standby key, rotate, and revoke the previous key',
  api: `Project Settings, API Keys: create new publishable and secret keys, set SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY here and the vault's (vault.update_secret, "secret_key"), and delete the old keys; where the legacy keys are in use, disable them`,
}

/**
 * Ends keys and secrets and makes new ones. Each step is one write or one transaction: whatever is interrupted is done by the
 * same command again. Keys of files hold from the next start on.
 * @param words of {@link WORDS}, or `all`; none makes the next key for sessions, beside the two before it
 * @throws with the usage for any other word
 */
export async function rotate(config: Config, words: string[], print: Print): Promise<void> {
  if (!words.every((word) => word === 'all' || isWord(word))) throw new Error(USAGE)
  if (words.length === 0) return rotateSoftly(config, print)
  const chosen = Object.keys(WORDS)
    .filter(isWord)
    .filter((word) => words.includes('all') || words.includes(word))
  const inDatabase = chosen.filter((word) => IN_DATABASE.includes(word))
  if (inDatabase.length > 0) await endInDatabase(config, inDatabase, print)
  if (chosen.includes('webhooks')) printWebhooks(print)
  const inFiles = chosen.filter((word) => ['logins', 'signing', 'api'].includes(word))
  if (inFiles.length === 0) return
  if (config.remoteSupabase) {
    for (const word of inFiles) print(`in the project's dashboard: ${ON_A_PROJECT[word]}`)
    return
  }
  await renewFiles(config, inFiles, print)
}

async function rotateSoftly({ remoteSupabase, dataDirectory }: Config, print: Print): Promise<void> {
  if (remoteSupabase) throw new Error(`SUPABASE_URL is set: ${ON_A_PROJECT.signing}`)
  const { signingKeys } = await rotateSigningKey(join(dataDirectory, 'keys.json'))
  print(`new signing key ${signingKeys[0]?.kid}: start the academy again to sign with it; nobody is signed out`)
}

/** What was made before now ends; what is made meanwhile stays. */
const endInDatabase = (config: Config, kinds: Word[], print: Print) =>
  withAnyBackend(config, async (backend, { siteUrl }) => {
    if (!backend.serviceRoleKey) throw new Error('This needs the secret key: set SUPABASE_SECRET_KEY')
    const call = callAsServer(backend, siteUrl)
    const before = new Date().toISOString()
    for (const kind of kinds) {
      while (Number(await call('end_secrets', { kind, before })) > 0);
      print(`${kind}: ended`)
    }
  })

function printWebhooks(print: Print): void {
  const secret = () => `whsec_${randomBytes(32).toString('base64')}`
  print(
    'Put those that you use into .env, give them to the services, and restart; until a service has its new one, both hold',
  )
  print(
    `with a space between (INBOUND_MAIL_SECRET="NEW OLD"):\nINBOUND_MAIL_SECRET=${secret()}\nMAIL_EVENTS_SECRET=${secret()}`,
  )
  print(`METRICS_TOKEN=${randomBytes(24).toString('base64url')}`)
}

async function renewFiles({ dataDirectory, databaseUrl }: Config, words: Word[], print: Print): Promise<void> {
  if (words.includes('logins')) {
    renewLogins(dataDirectory)
    if (databaseUrl) print('Change the password of the owner in your database (alter role), and DATABASE_URL with it.')
    else renewOwnerPassword(dataDirectory)
  }
  const [signing, api] = [words.includes('signing'), words.includes('api')]
  if (signing || api) await renewKeys(join(dataDirectory, 'keys.json'), { signing, api })
  print(
    `${words.join(', ')}: new ones hold from the next start on. Restart now: until then the old ones still open everything.`,
  )
}
