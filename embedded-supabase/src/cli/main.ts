import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HELP, readArguments, type ServeSettings, UsageError } from './arguments.ts'
import { type Served, serve } from './serve.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

/** Runs the command; the process ends with 1 when it fails and with 2 when it was called wrongly. */
async function main(): Promise<void> {
  try {
    const command = readArguments(process.argv.slice(2))
    if (command.name === 'help') print(HELP)
    else if (command.name === 'version') print(version())
    else await serveUntilStopped(command.settings)
  } catch (error) {
    const isUsage = error instanceof UsageError
    complain(`embedded-supabase: ${error instanceof Error ? error.message : error}`)
    if (isUsage) complain('Try embedded-supabase --help.')
    process.exit(isUsage ? 2 : 1)
  }
}

async function serveUntilStopped(settings: ServeSettings): Promise<void> {
  let stopping = false
  let served: Served | undefined
  const stop = async () => {
    // A terminal and npx both pass Ctrl+C on: the second signal must not leave the database behind.
    if (stopping) return
    stopping = true
    // Before the start is over it ends by itself: see below.
    if (!served) return
    await served.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  served = await serve(settings, complain)
  if (stopping) {
    await served.close()
    process.exit(0)
  }
  print(summary(served))
}

function summary({ url, supabase, functions, dataDirectory, seeded }: Served): string {
  const { publishableKey, secretKey, anonKey, serviceRoleKey, mailbox, appliedMigrations } = supabase
  const lines = [
    ['API', url],
    ['publishable key', publishableKey],
    ['secret key', secretKey],
    ['anon key', anonKey],
    ['service_role key', serviceRoleKey],
    ['mails', mailbox && `${url}/mailbox?key=${mailbox.key}`],
    ['functions', functions.join(', ')],
    ['data', dataDirectory],
    ['migrations applied', String(appliedMigrations.length)],
    ['seeds run', seeded.join(', ')],
  ]
  return lines.flatMap(([name = '', value]) => (value ? [`${`${name}:`.padEnd(20)}${value}`] : [])).join('\n')
}

function version(): string {
  const file = createRequire(import.meta.url).resolve('embedded-supabase/package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

void main()
