import { describe, expect, test } from 'vitest'
import { RestError } from '../errors.ts'
import { contentType, parseAccept } from './media-type.ts'
import { appliedPreferences, parsePreferences } from './preferences.ts'
import { intersect, parseRangeHeader } from './range.ts'

describe('Accept', () => {
  test('prefers by quality, then by place', () => {
    expect(parseAccept('text/csv;q=0.5, application/vnd.pgrst.object+json')).toEqual({
      kind: 'object',
      stripped: false,
    })
    expect(parseAccept('image/png, text/csv, */*')).toEqual({ kind: 'csv' })
    expect(parseAccept(null)).toEqual({ kind: 'array', stripped: false })
  })

  test('knows stripped nulls and names them', () => {
    const type = parseAccept('application/vnd.pgrst.array+json;nulls=stripped')
    expect(contentType(type)).toBe('application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8')
  })

  test('refuses what cannot be made', () => {
    expect(() => parseAccept('image/png')).toThrow(RestError)
    expect(() => parseAccept('application/openapi+json')).toThrow(RestError)
    expect(parseAccept('application/openapi+json', true)).toEqual({ kind: 'openapi' })
  })
})

describe('Prefer', () => {
  test('reads all preferences, the first of each', () => {
    expect(
      parsePreferences('return=minimal,count=exact, return=representation, max-affected=3, timezone=Asia/Jerusalem'),
    ).toEqual({
      return: 'minimal',
      count: 'exact',
      maxAffected: 3,
      timezone: 'Asia/Jerusalem',
    })
  })

  test('only strict handling refuses the unknown', () => {
    expect(parsePreferences('return=everything, __proto__=x')).toEqual({})
    expect(parsePreferences('handling=strict, max-affected=-1')).toEqual({ handling: 'strict' })
    expect(() => parsePreferences('handling=strict, max-affected')).toThrow(RestError)
  })

  test('names what was applied', () => {
    const limited = { maxAffected: 2, count: 'exact' } as const
    expect(appliedPreferences(limited, ['count', 'maxAffected', 'tx'])).toBe('count=exact')
    expect(appliedPreferences({ ...limited, handling: 'strict' }, ['count', 'maxAffected'])).toBe(
      'count=exact, max-affected=2',
    )
    expect(appliedPreferences({}, ['count'])).toBeUndefined()
  })
})

describe('Range', () => {
  test('reads a range, open or closed', () => {
    expect(parseRangeHeader('5-9')).toEqual({ offset: 5, limit: 5 })
    expect(parseRangeHeader('5-')).toEqual({ offset: 5 })
    expect(parseRangeHeader('bytes=0-5')).toEqual({ offset: 0 })
    expect(() => parseRangeHeader('9-5')).toThrow(RestError)
  })

  test('what two ranges share', () => {
    expect(intersect({ offset: 2, limit: 10 }, { offset: 5 })).toEqual({ offset: 5, limit: 7 })
    expect(intersect({ offset: 0, limit: 2 }, { offset: 5, limit: 5 })).toEqual({ offset: 5, limit: 0 })
  })
})
