import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { refuseForeignFolder } from 'embedded-supabase'
import { type Config, ROOT, readConfig } from '../config.ts'
import { findRunning, withAnyBackend, withBackend } from '../reach.ts'
import { type SeedOptions, seedOnDemand } from '../seed/index.ts'
import { verifyAudit } from './audit.ts'
import { backUpTo, restoreFrom } from './backup.ts'
import { close } from './close.ts'
import { doctor } from './doctor.ts'
import { invite } from './invite.ts'
import { makeBackupKey, showKeys } from './keys.ts'
import { legal } from './legal.ts'
import { outgoing } from './outgoing.ts'
import { reset } from './reset.ts'
import { rotate } from './rotate.ts'
import { databaseTypes, TYPES_FILE } from './types.ts'

type Command = { about: string; run: (config: Config, args: string[]) => Promise<void> }

const commands: Record<string, Command> = {
  migrate: {
    about: 'bring the database up to date',
    run: async (config) => {
      if (config.remoteSupabase) throw new Error('SUPABASE_URL is set: push the migrations with `supabase db push`')
      const running = await findRunning(config)
      if (running) return console.log(`the academy at ${running.publicUrl} runs, and migrated when it started`)
      await withBackend(config, async ({ embedded }) => {
        const applied = embedded?.appliedMigrations ?? []
        console.log(applied.length > 0 ? `applied: ${applied.join(', ')}` : 'the database is up to date')
      })
    },
  },
  seed: {
    about:
      'put demo content, an account per role and made-up students into an empty or a demo academy: [--dry-run] [--students=<n>] [--remove-people]',
    run: (config, args) =>
      withAnyBackend(config, (backend, running) => seedOnDemand(backend, running, console.log, seedWishes(args))),
  },
  reset: {
    about: 'delete all data: --yes for the data folder, --yes-erase=<database> with DATABASE_URL',
    run: (config, args) => reset(config, args, console.log),
  },
  backup: {
    about: 'write database, files and keys into one archive, encrypted for BACKUP_RECIPIENTS: [file]',
    run: (config, [file]) => backUpTo(config, file, console.log),
  },
  restore: {
    about:
      'put an archive into an empty data folder and database, from where nothing leaves yet: <file> [--identity=<file>] [--keep-sending]',
    run: (config, args) =>
      restoreFrom(
        config,
        args.find((word) => !word.startsWith('--')),
        console.log,
        { holdOutgoing: !args.includes('--keep-sending'), identityFile: wordOf(args, 'identity') },
      ),
  },
  outgoing: {
    about: 'what a restored copy holds back, and what becomes of it: [look | send | drop | pause <kind ...>]',
    run: (config, args) => withAnyBackend(config, (backend, running) => outgoing(backend, running, args, console.log)),
  },
  types: {
    about: 'write the types of the tables and functions from the running schema',
    run: (config) =>
      withBackend(config, async (backend) => {
        writeFileSync(join(ROOT, TYPES_FILE), await databaseTypes(backend))
        console.log(`wrote ${TYPES_FILE}`)
      }),
  },
  keys: {
    about:
      'show the public and the service key; [rotate <word ...>] ends keys and makes new ones, [backup-key <file>] a pair',
    run: (config, [word, ...args]) => {
      if (word === 'rotate') return rotate(config, args, console.log)
      return word === 'backup-key' ? makeBackupKey(args[0], console.log) : showKeys(config, console.log)
    },
  },
  legal: {
    about: 'list the legal texts, print one, or publish the next version: [text <page> | publish <page> <file>]',
    run: (config, args) => withAnyBackend(config, (backend, running) => legal(backend, running, args, console.log)),
  },
  close: {
    about: 'close the account of a member of the staff, with sessions and sent invitations: <email>',
    run: (config, args) => withAnyBackend(config, (backend, running) => close(backend, running, args, console.log)),
  },
  invite: {
    about: 'invite an administrator: <email> [role] [--allow-domain]',
    run: (config, args) => withAnyBackend(config, (backend, running) => invite(backend, running, args, console.log)),
  },
}

const wordOf = (args: string[], name: string) =>
  args.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)

function seedWishes(args: string[]): SeedOptions {
  const students = wordOf(args, 'students')
  if (students !== undefined && !/^\d{1,5}$/.test(students)) throw new Error('--students wants a number')
  return {
    dryRun: args.includes('--dry-run'),
    removePeople: args.includes('--remove-people'),
    ...(students === undefined ? {} : { students: Number(students) }),
  }
}

/** @returns the exit code */
async function main([name = '', ...args]: string[]): Promise<number> {
  // As root, a command would write files that the academy's own user cannot read.
  refuseForeignFolder(resolve(ROOT, process.env.DATA_DIR || 'data'))
  // It reads settings that the others refuse.
  if (name === 'doctor') return (await doctor(process.env, args, console.log)) ? 0 : 1
  if (name === 'audit') return (await verifyAudit(readConfig(), args, console.log)) ? 0 : 1
  const command = commands[name]
  if (!command) {
    const list = Object.entries(commands).map(([word, { about }]) => `  ${word.padEnd(8)} ${about}`)
    throw new Error(
      `commands:\n${list.join('\n')}\n  doctor   name what is to be mended before opening: [--json]\n  audit    walk the chain of the audit log, exit 1 where it was forged: [anchor or file of anchors ...]`,
    )
  }
  await command.run(readConfig(), args)
  return 0
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
