import type { Bracket } from '~/shared/formats/amounts.rules'

const MOST = 20
const LINE = /^(?:([\d,]+(?:\.\d{1,4})?)\s*:\s*)?(\d{1,3}(?:\.\d{1,4})?)\s*%?$/

/** An amount as people write it, `12,420.5`; null where it is none. */
export function readAmount(written: string): number | null {
  const plain = written.trim().replaceAll(',', '')
  return /^-?\d{1,12}(\.\d{1,4})?$/.test(plain) ? Number(plain) : null
}

/** Brackets a line each, `7010: 10`, the last one its rate alone; none of nothing, null where they are wrong. */
export function readBrackets(written: string): Bracket[] | null {
  if (written.trim() === '') return []
  const lines = written.trim().split(/\s*\n\s*/)
  const brackets: Bracket[] = []
  for (const [index, line] of lines.entries()) {
    const [, end, rate] = LINE.exec(line) ?? []
    const from = brackets.at(-1)?.to ?? 0
    const to = end === undefined ? null : readAmount(end)
    const isLast = index === lines.length - 1
    if (rate === undefined || Number(rate) > 100 || isLast !== (to === null) || (to !== null && to <= from)) return null
    brackets.push({ from, to, rate: Number(rate) })
  }
  return brackets.length > MOST ? null : brackets
}

/** The lines that give the brackets. */
export const writeBrackets = (brackets: readonly Bracket[]): string =>
  brackets.map(({ to, rate }) => (to === null ? String(rate) : `${to}: ${rate}`)).join('\n')
