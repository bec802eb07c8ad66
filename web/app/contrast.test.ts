import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./app.css', import.meta.url), 'utf8')
const colours = Object.fromEntries(
  [...css.matchAll(/--color-([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
)

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map((name) => luminance(colours[name] ?? '')).sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const pairs = (fore: string, ...backs: string[]) => backs.map((back) => [fore, back] as const)

describe('words can be read on what they lie on (4.5 : 1)', () => {
  it.each([
    ...pairs('ink', 'paper', 'card', 'green-wash', 'saffron-wash', 'red-wash', 'blue-wash', 'white', 'rule'),
    ...pairs('ink-2', 'paper', 'card', 'green-wash', 'saffron-wash', 'blue-wash'),
    ...pairs('ink-3', 'paper', 'card', 'blue-wash'),
    ...pairs('green', 'paper', 'card'),
    ...pairs('green-ink', 'paper', 'card', 'green-wash'),
    ...pairs('saffron-ink', 'paper', 'card', 'saffron-wash'),
    ...pairs('red', 'paper', 'card', 'red-wash'),
    ...pairs('white', 'ink', 'green', 'green-ink', 'red', 'night'),
    ...pairs('mist', 'ink', 'night'),
    ...pairs('mist-2', 'ink'),
  ])('%s on %s', (fore, back) => expect(contrast(fore, back)).toBeGreaterThanOrEqual(4.5))
})

describe('lines and signs that carry meaning can be seen (3 : 1)', () => {
  it.each([
    ...pairs('focus', 'paper', 'card'),
    ...pairs('green', 'rule'),
    ...pairs('field', 'paper', 'card'),
    ...pairs('saffron', 'card'),
    ...pairs('white', 'ink'),
  ])('%s on %s', (fore, back) => expect(contrast(fore, back)).toBeGreaterThanOrEqual(3))
})
