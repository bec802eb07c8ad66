import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseEnvFile } from './env-file.mjs'

test.each([
  ['MAIL_FROM="האקדמיה" <academy@school.example>', '"האקדמיה" <academy@school.example>'],
  ['MAIL_FROM="האקדמיה" <academy@school.example>   # who sends', '"האקדמיה" <academy@school.example>'],
  ["export MAIL_FROM='Noa''s school' <a@b.example>\r", "'Noa''s school' <a@b.example>"],
  ['MAIL_FROM=\'"האקדמיה" <academy@school.example>\'', '"האקדמיה" <academy@school.example>'],
  ['MAIL_FROM=Academy <a@b.example>', 'Academy <a@b.example>'],
  ['MAIL_FROM="a@b.example" # "who" <sends>', 'a@b.example'],
  ['MAIL_FROM="a@b.example"', 'a@b.example'],
  ['MAIL_FROM=', ''],
])('%s is read whole', (line, value) => {
  expect(parseEnvFile(`PORT=3001\n${line}\nHOST=0.0.0.0\n`)).toEqual({
    ...{ PORT: '3001', MAIL_FROM: value, HOST: '0.0.0.0' },
  })
})

test('a value over several lines is one, whatever its lines look like', () => {
  const text = 'KEY="first\nMAIL_FROM=`x` <y>\nlast"\nPORT=1\n'
  expect(parseEnvFile(text)).toEqual({ KEY: 'first\nMAIL_FROM=`x` <y>\nlast', PORT: '1' })
})

test('the examples that we print carry the address', () => {
  const root = join(import.meta.dirname, '../..')
  for (const file of ['.env.example', 'docs/operations.md']) {
    const [, line = ''] = /^#? ?(MAIL_FROM=.*)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
    expect([file, parseEnvFile(line).MAIL_FROM]).toEqual([file, expect.stringMatching(/<academy@[a-z.]+>$/)])
  }
})
