import { createHash } from 'node:crypto'

/** A line of the audit log as the chain sees it; hashes and salt in hex. */
export type ChainLine = {
  id: string
  position: string
  previousHash: string
  hash: string
  salt: string
  contentHash: string
  /** What the hash of the line covers beside the content, as canonical text. */
  header: string
  /** What the hash of the content covers, as canonical text. */
  content: string
  /** Of a line that says that others lost a person: their ids, each with the hash of what is left. */
  leftOver: Record<string, string> | null
}

export type Finding = { line: string; problem: string }

/** The end of a chain, as it was noted somewhere else. */
export type Anchor = { position: string; hash: string }

const NOTHING_BEFORE = '00'.repeat(32)
const sha256 = (...parts: (string | Buffer)[]) => {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest('hex')
}
const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** Walks lines in the order of their positions and says which were changed, removed or put in between. */
export function createChainWalk(anchors: Anchor[]) {
  const findings: Finding[] = []
  const awaited = new Map(anchors.map((anchor) => [anchor.position, anchor.hash]))
  /** Lines whose content is not what was written, until a later line says that they lost a person. */
  const reduced = new Map<string, string>()
  const explained = new Map<string, string>()
  let last = { id: '', position: 0n, hash: NOTHING_BEFORE }
  let walked = 0
  const found = (line: string, problem: string) => findings.push({ line, problem })

  function meet(line: ChainLine) {
    walked += 1
    const position = BigInt(line.position)
    const missing = position - last.position - 1n
    if (missing > 0n) {
      found(line.id, `${missing} ${missing === 1n ? 'line was' : 'lines were'} removed before it`)
    } else if (missing < 0n) {
      found(line.id, `it has the place ${position} of another line: it was put in between`)
    } else if (line.previousHash !== last.hash) {
      found(line.id, `it follows another line than line ${last.id || '0'}, which was changed or put in place of it`)
    }
    if (sha256(bytes(line.previousHash), bytes(line.contentHash), line.header) !== line.hash) {
      found(line.id, 'its hash does not fit: who, when, what, the record or its place was changed')
    }
    const content = sha256(bytes(line.salt), line.content)
    if (content !== line.contentHash) reduced.set(line.id, content)
    for (const [id, left] of Object.entries(line.leftOver ?? {})) explained.set(id, left)
    const anchor = awaited.get(line.position)
    if (anchor && anchor !== line.hash)
      found(line.id, `the anchor of place ${position} says otherwise: it was written anew`)
    awaited.delete(line.position)
    last = { id: line.id, position, hash: line.hash }
  }

  /** @param head what the database says is the end; @param outside ids of lines that stand outside the chain */
  function end(head: Anchor, outside: string[]) {
    const unexplained = [...reduced].filter(([id, content]) => explained.get(id) !== content)
    for (const [id] of unexplained) found(id, 'before, after, address or session was changed')
    for (const id of outside) found(id, 'it stands outside the chain: it was put in, or its place was taken away')
    if (BigInt(head.position) !== last.position || head.hash !== last.hash) {
      found(
        last.id || '0',
        `the chain ends here at place ${last.position}, and was written up to place ${head.position}`,
      )
    }
    for (const position of awaited.keys()) {
      if (position !== '0')
        found(last.id || '0', `the chain ends here; the anchor of place ${position} has no line any more`)
    }
    return {
      findings,
      walked,
      withoutPerson: reduced.size - unexplained.length,
      anchor: `${last.position}:${last.hash}`,
    }
  }

  return { meet, end }
}

/** The anchors in a text: a log, a note or the word itself. */
export function anchorsIn(text: string): Anchor[] {
  return [...text.matchAll(/\b(\d+):([0-9a-f]{64})\b/g)].map(([, position = '', hash = '']) => ({ position, hash }))
}
