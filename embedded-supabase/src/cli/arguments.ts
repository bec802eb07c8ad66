import { parseArgs } from 'node:util'

export const HELP = `Usage: embedded-supabase serve [folder] [options]

Serves the Supabase project in a folder: its migrations, functions, configuration and seed, over a PostgreSQL of its own.

  folder                 where supabase/ lies, or supabase/ itself; the current folder unless given

Options:
  --port <number>        port to listen on; 0 takes a free one (default 54321)
  --host <address>       address to listen on (default 127.0.0.1); mails are only caught where it is this machine
  --data <folder>        where database, stored files and keys are kept (default <folder>/.embedded-supabase)
  --database-url <url>   a PostgreSQL of your own, 15 or newer, in place of the embedded one
  --site-url <url>       where mailed links lead to (default: site_url of config.toml)
  --external-url <url>   where clients reach this server (default: the address it listens on)
  --no-seed              leave the seed files alone
  --help, --version

Functions find the variables of supabase/functions/.env.
`

export type ServeSettings = {
  folder: string
  port: number
  host: string
  data: string | undefined
  databaseUrl: string | undefined
  siteUrl: string | undefined
  externalUrl: string | undefined
  seed: boolean
}

export type Command = { name: 'help' } | { name: 'version' } | { name: 'serve'; settings: ServeSettings }

/** What is wrong with how the command was called. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * Reads the words behind the command's name.
 * @throws UsageError for an unknown command or option, a port that is none, an address that is none
 */
export function readArguments(words: string[]): Command {
  const { values, positionals } = parse(words)
  if (values.help || (words.length === 0 && !values.version)) return { name: 'help' }
  if (values.version) return { name: 'version' }
  const [command, folder = '.', ...more] = positionals
  if (command !== 'serve') throw new UsageError(command ? `There is no command ${command}.` : 'The command is missing.')
  if (more.length > 0) throw new UsageError(`One folder is served, not ${more.length + 1}.`)
  return {
    name: 'serve',
    settings: {
      ...{ folder, port: portOf(values.port), host: values.host, data: values.data, seed: !values['no-seed'] },
      databaseUrl: values['database-url'],
      siteUrl: addressOf('--site-url', values['site-url']),
      externalUrl: addressOf('--external-url', values['external-url']),
    },
  }
}

function parse(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '54321' },
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string' },
        'database-url': { type: 'string' },
        'site-url': { type: 'string' },
        'external-url': { type: 'string' },
        'no-seed': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new UsageError(`${text} is no port: 0 to 65535.`)
  return Number(text)
}

function addressOf(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new UsageError(`${option} wants an http address, not ${text}.`)
  return text.replace(/\/$/, '')
}
