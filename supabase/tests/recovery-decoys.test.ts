import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { owner } from './support/outcome.ts'

const MANY = 1000
/** So many of each ask in truth; the masks of all others are drawn by the function that draws theirs. */
const ASKED = 200
/** Rare ones at the end: a shape that decoys never have would prove a person. */
const DOMAINS = [
  ...Array<string>(55).fill('gmail.com'),
  ...Array<string>(15).fill('walla.co.il'),
  ...Array<string>(12).fill('post.tau.ac.il'),
  ...Array<string>(10).fill('proton.me'),
  ...Array<string>(4).fill('example.org'),
  ...Array<string>(4).fill('kibbutz.info'),
]
const LETTERS = 'aaaaabbddddeeegiiklmmmmmnnnooprrsssssttyyyz'

type Answer = { outcome: string; masked_email: string }

let database: Database
let known: { mask: string; text: string; took: number }[]
let unknown: typeof known
/** The masks of all people and of all phones of nobody. */
let masks: { real: string[]; invented: string[] }
beforeAll(async () => {
  database = await openAcademyDatabase()
  await owner(
    database,
    `insert into auth.users (email, email_confirmed_at)
     select substr($1, 1 + i * 7 % length($1), 1) || '.person' || i || '@' || ($2::text[])[1 + i * 13 % 100], now()
     from generate_series(1, $3::int) i`,
    [LETTERS, DOMAINS, MANY],
  )
  // The profile of an account knows no phone before its registration is applied.
  await owner(
    database,
    `update users set phone_number = '+97250' || lpad(substring(email from 'person([0-9]+)@'), 7, '0')`,
  )
  masks = {
    real: await drawn('select private.mask_email(email) as mask from users order by phone_number'),
    invented: await drawn(decoys()),
  }
  known = []
  unknown = []
  for (let i = 1; i <= ASKED; i++) {
    known.push(await ask(`+97250${String(i).padStart(7, '0')}`, i))
    unknown.push(await ask(`+97254${String(i).padStart(7, '0')}`, i + MANY))
  }
})
afterAll(() => database?.close())

async function ask(phone: string, number: number): Promise<(typeof known)[0]> {
  const started = performance.now()
  const [row] = await owner<{ answer: Answer; text: string }>(
    database,
    `select answer, answer::text as text from public.request_account_recovery($1, $2, '', 'subject', 'html', 'text') as answer`,
    [phone, number.toString(16).padStart(64, '0')],
  )
  return { mask: row?.answer.masked_email ?? '', text: row?.text ?? '', took: performance.now() - started }
}

const decoys = () =>
  `select private.decoy_mask('+97254' || lpad(i::text, 7, '0')) as mask from generate_series(1, ${MANY}) as i order by i`
const drawn = async (sql: string) => (await owner<{ mask: string }>(database, sql)).map(({ mask }) => mask)

/** Share of each kind among masks. */
function shares(of: string[], kind: (mask: string) => string): Map<string, number> {
  const found = new Map<string, number>()
  for (const mask of of) found.set(kind(mask), (found.get(kind(mask)) ?? 0) + 1 / of.length)
  return found
}

describe('[3-20] 1,000 phones of people and 1,000 of nobody', () => {
  test('get answers of one form: the same keys in the same order, the same outcome', () => {
    const form = ({ text, mask }: (typeof known)[0]) => text.replace(JSON.stringify(mask), 'MASK')
    expect([...new Set([...known, ...unknown].map(form))]).toHaveLength(1)
    for (const mask of [...masks.real, ...masks.invented]) expect(mask).toMatch(/^[a-z]\*\*\*@[a-z]\*\*\*\.[a-z]+$/)
  })

  test('show the mask of the person, and that which is drawn for a phone of nobody', () => {
    const shown = (answers: typeof known) => answers.map(({ mask }) => mask)
    expect(shown(known)).toEqual(masks.real.slice(0, ASKED))
    expect(shown(unknown)).toEqual(masks.invented.slice(0, ASKED))
  })

  test.each([
    ['domains', (mask: string) => mask.split('@')[1] ?? ''],
    ['first letters', (mask: string) => mask[0] ?? ''],
  ])('have the same %s, each about as often', (_, kind) => {
    const [real, invented] = [shares(masks.real, kind), shares(masks.invented, kind)]
    // The masks are drawn by a key of each database: far enough from what chance does, and none is never drawn.
    for (const [shape, share] of real) {
      if (share > 0.02) expect(invented.get(shape) ?? 0, shape).toBeGreaterThan(share > 0.05 ? share / 5 : 0)
    }
    const shapes = [...new Set([...real.keys(), ...invented.keys()])]
    const distance = shapes.reduce((sum, one) => sum + Math.abs((real.get(one) ?? 0) - (invented.get(one) ?? 0)), 0) / 2
    expect(distance).toBeLessThan(0.15)
  })

  test('take the same time', () => {
    // The quick ones: they show what the statement costs, not who else is using the machine.
    const quick = (list: typeof known) => list.map(({ took }) => took).sort((a, b) => a - b)[ASKED / 8] ?? 0
    expect(Math.abs(quick(known) - quick(unknown))).toBeLessThan(1 + quick(known) / 4)
  })

  test('keep their masks while others come', async () => {
    await owner(
      database,
      `insert into auth.users (email, raw_user_meta_data, email_confirmed_at)
       select 'new' || i || '@zebra.net', '{"user_type": "student", "privacy_consent": true, "terms_consent": true, "phone_number": ""}'
         || jsonb_build_object('phone_number', '+97252' || lpad(i::text, 7, '0')), now()
       from generate_series(1, 10) i`,
    )
    const again = await drawn(decoys())
    const changed = again.filter((mask, i) => mask !== masks.invented[i]).length
    expect(changed).toBeLessThan(MANY * 0.05)
  })
})
