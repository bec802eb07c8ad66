import { existsSync, readFileSync } from 'node:fs'
import { inspectDatabase, type RunQuery } from 'embedded-supabase'
import { type Anchor, anchorsIn, createChainWalk } from '../audit/chain.ts'
import { chainHead, chainLines, unchainedLines } from '../audit/chain-lines.ts'
import type { Config } from '../config.ts'

type Print = (line: string) => void

/** How many findings are said one by one. */
const MAX_LISTED = 50

/**
 * Walks the chain of the audit log, whether the academy runs or not.
 * @param args anchors, or files that hold some: a log of the server, a note
 * @returns whether every line is as it was written
 * @throws where there is no database to look into, or a word is neither anchor nor file
 */
export async function verifyAudit(config: Config, args: string[], print: Print): Promise<boolean> {
  if (config.remoteSupabase) throw new Error('SUPABASE_URL is set: name the database of the project in DATABASE_URL')
  const anchors = args.flatMap(anchorsOf)
  const isWhole = await inspectDatabase(config, (look) => walk(look, anchors, print))
  if (isWhole === undefined) throw new Error(`There is no database in ${config.dataDirectory}`)
  return isWhole
}

function anchorsOf(word: string): Anchor[] {
  const anchors = anchorsIn(existsSync(word) ? readFileSync(word, 'utf8') : word)
  if (anchors.length === 0) throw new Error(`${word} is no anchor (place:hash) and no file that holds one`)
  return anchors
}

async function walk(look: RunQuery, anchors: Anchor[], print: Print): Promise<boolean> {
  // One moment: lines that are written meanwhile are not in it.
  await look('begin isolation level repeatable read')
  const chain = createChainWalk(anchors)
  for await (const line of chainLines(look)) chain.meet(line)
  const { findings, walked, withoutPerson, anchor } = chain.end(await chainHead(look), await unchainedLines(look))
  for (const { line, problem } of findings.slice(0, MAX_LISTED)) print(`line ${line}: ${problem}`)
  if (findings.length > MAX_LISTED) print(`and ${findings.length - MAX_LISTED} more`)
  const compared = anchors.length > 0 ? `, ${anchors.length} anchors compared` : ', no anchor compared'
  print(`${walked} lines${compared}, ${withoutPerson} without the person they told of`)
  print(
    findings.length > 0 ? 'the audit log is NOT as it was written' : `the audit log is whole; its anchor: ${anchor}`,
  )
  return findings.length === 0
}
