import { existsSync, readFileSync } from 'node:fs'
import { inspectDatabase, type Look } from 'embedded-supabase'
import { type Anchor, anchorsIn, createChainWalk } from '../audit/chain.ts'
import { chainHead, chainLines, linesOutside } from '../audit/chain-lines.ts'
import type { Config } from '../config.ts'

type Say = (line: string) => void

/** How many findings are said one by one. */
const SAID = 50

/**
 * Walks the chain of the audit log, whether the academy runs or not.
 * @param args anchors, or files that hold some: a log of the server, a note
 * @returns whether every line is as it was written
 * @throws where there is no database to look into, or a word is neither anchor nor file
 */
export async function verifyAudit(config: Config, args: string[], say: Say): Promise<boolean> {
  if (config.remoteSupabase) throw new Error('SUPABASE_URL is set: name the database of the project in DATABASE_URL')
  const anchors = args.flatMap(anchorsOf)
  const isWhole = await inspectDatabase(config, (look) => walk(look, anchors, say))
  if (isWhole === undefined) throw new Error(`There is no database in ${config.dataDirectory}`)
  return isWhole
}

function anchorsOf(word: string): Anchor[] {
  const anchors = anchorsIn(existsSync(word) ? readFileSync(word, 'utf8') : word)
  if (anchors.length === 0) throw new Error(`${word} is no anchor (place:hash) and no file that holds one`)
  return anchors
}

async function walk(look: Look, anchors: Anchor[], say: Say): Promise<boolean> {
  // One moment: lines that are written meanwhile are not in it.
  await look('begin isolation level repeatable read')
  const chain = createChainWalk(anchors)
  for await (const line of chainLines(look)) chain.meet(line)
  const { findings, walked, withoutPerson, anchor } = chain.end(await chainHead(look), await linesOutside(look))
  for (const { line, problem } of findings.slice(0, SAID)) say(`line ${line}: ${problem}`)
  if (findings.length > SAID) say(`and ${findings.length - SAID} more`)
  const compared = anchors.length > 0 ? `, ${anchors.length} anchors compared` : ', no anchor compared'
  say(`${walked} lines${compared}, ${withoutPerson} without the person they told of`)
  say(findings.length > 0 ? 'the audit log is NOT as it was written' : `the audit log is whole; its anchor: ${anchor}`)
  return findings.length === 0
}
