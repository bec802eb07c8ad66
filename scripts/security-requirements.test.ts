import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Files and commands in `backquotes` that are not there. */
function missingIn(evidence: string[]): string[] {
  const named = evidence.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''))
  return named.filter((name) =>
    name.startsWith('npm run ') ? !scripts[name.slice(8)] : name.includes('/') && !existsSync(`${ROOT}${name}`),
  )
}

describe('the 64 requirements', () => {
  const rows = read('docs/security-requirements.md')
    .split('\n')
    .flatMap((line) => {
      const [, number, , state, evidence] = /^\| (\d+) \| (.+?) \| (.+?) \| (.+) \|$/.exec(line) ?? []
      return number && state && evidence ? [{ number: Number(number), state, evidence }] : []
    })

  test('each of the 64 requirements stands once, with a state', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1))
    expect(rows.filter(({ state }) => !['met', 'partly', 'not yet'].includes(state))).toEqual([])
  })

  test('every file and command that is named is there', () => {
    expect(missingIn(rows.map(({ evidence }) => evidence))).toEqual([])
  })
})

/** Of each section of ASVS 5.0.0 the levels of its requirements, in their order. */
const SECTIONS: Record<string, string> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{ '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333', '3.6': '3', '3.7': '22333' },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333', '6.6': '2223' },
  ...{ '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333', '10.5': '22222', '10.6': '22' },
  ...{ '10.7': '222' },
  ...{ '11.1': '2233', '11.2': '22233', '11.3': '11233', '11.4': '1222', '11.5': '23', '11.6': '23', '11.7': '33' },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
  ...{ '17.1': '23', '17.2': '22223333', '17.3': '22' },
}
const STATES = ['met', 'partly', 'not met', 'not applicable']
const LEVEL_2 = Object.entries(SECTIONS).flatMap(([section, levels]) =>
  [...levels].flatMap((level, index) => (level === '3' ? [] : [`${section}.${index + 1} level ${level}`])),
)

/** Each `file` "title" of a text. */
const quotedIn = (text: string) =>
  [...text.matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({ file, title }))

/** Whether a test has this title, numbers of the specification before it aside, or a page these words. */
function isThere({ file, title }: { file: string; title: string }): boolean {
  if (!existsSync(`${ROOT}${file}`)) return false
  const text = read(file).replaceAll("\\'", "'")
  if (file.endsWith('.md')) return text.includes(title)
  const exactly = title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`['"\`](?:\\[[^\\]]+\\] ?)*${exactly}['"\`]`).test(text)
}

describe('ASVS 5.0.0, level 2', () => {
  const rows = ['1-to-5', '6-to-10', '11-to-17']
    .flatMap((part) => read(`docs/security/asvs-${part}.md`).split('\n'))
    .flatMap((line) => {
      const [, number, level, , state, evidence] =
        /^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+?) \| (.+) \|$/.exec(line) ?? []
      return number && state && evidence ? [{ number, level, state, evidence }] : []
    })

  test('each requirement of levels 1 and 2 stands once, in order, with its level and a state', () => {
    expect(LEVEL_2).toHaveLength(253)
    expect(rows.map(({ number, level }) => `${number} level ${level}`)).toEqual(LEVEL_2)
    expect(rows.filter(({ state }) => !STATES.includes(state))).toEqual([])
  })

  test('what is met names a test by its title or a page by its words; what is partly met says what is missing', () => {
    const bare = rows.filter(({ state, evidence }) => state === 'met' && quotedIn(evidence).length === 0)
    expect(bare).toEqual([])
    expect(rows.filter(({ state, evidence }) => state === 'partly' && !/[.:]/.test(evidence))).toEqual([])
  })

  test('every test that is named is there under its title, and so is every file and command', () => {
    const quoted = rows.flatMap(({ evidence }) => quotedIn(evidence))
    expect(quoted.length).toBeGreaterThan(250)
    expect(quoted.filter((named) => !isThere(named))).toEqual([])
    expect(missingIn(rows.map(({ evidence }) => evidence))).toEqual([])
  })

  test('the check can fail: another title, and words of a comment, are no test', () => {
    const file = 'server/src/app.test.ts'
    expect(isThere({ file, title: '%s has the common headers' })).toBe(true)
    expect(isThere({ file, title: '%s has the common header' })).toBe(false)
    expect(isThere({ file, title: 'What the services were asked for.' })).toBe(false)
  })

  test('the summary counts them', () => {
    const chapters = [...new Set(rows.map(({ number }) => number.split('.')[0] ?? ''))]
    const lineOf = (name: string, of: typeof rows) =>
      `| ${[name, ...STATES.map((wanted) => of.filter(({ state }) => state === wanted).length)].join(' | ')} |`
    const summary = read('docs/security/asvs.md')
    for (const chapter of chapters) {
      const line = lineOf(
        `V${chapter}`,
        rows.filter(({ number }) => number.startsWith(`${chapter}.`)),
      )
      expect(summary).toContain(line)
    }
    expect(summary).toContain(lineOf('all', rows))
  })
})
