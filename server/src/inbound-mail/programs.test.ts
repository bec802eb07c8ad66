import { expect, test } from 'vitest'
import { bodyOf } from './body-parts.ts'
import { parseMime } from './mime-tree.ts'
import { plainWords } from './plain-text.ts'
import { readMail } from './read-mail.ts'
import { inputs } from './test-inputs/index.ts'
import { wholeOf } from './text-lines.ts'

const same = (text: string) =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()

test.each(inputs)(
  'reads what a person wrote with $program',
  async ({ raw, words, folded = [], files, subject, senderName }) => {
    const mail = await readMail(raw)
    expect(same(mail.words)).toBe(same(words))
    for (const part of folded) expect(mail.rest).toContain(part)
    if (folded.length === 0) expect(mail.rest).toBe('')
    if (files) expect(mail.enclosures.map(({ name }) => name)).toEqual(files)
    if (subject) expect(mail.subject).toBe(subject)
    if (senderName) expect(mail.senderName).toBe(senderName)
  },
)

test('the programs are many', () => expect(inputs.length).toBeGreaterThan(100))

test.each(inputs)('loses no word of $program', async ({ raw }) => {
  const words = (text: string) => text.match(/[\p{L}\p{N}]{2,}/gu) ?? []
  const mail = await readMail(raw)
  const shown = new Set(words(`${mail.words} ${mail.rest}`))
  const { root } = await parseMime(raw)
  expect(
    words(plainWords(wholeOf(bodyOf(root)))).filter(
      (word) => !shown.has(word) && !/^(?:BEGIN|END|PGP|SIGNED|MESSAGE|Hash|SHA256)$/.test(word),
    ),
  ).toEqual([])
})
