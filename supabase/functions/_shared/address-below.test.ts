import { describe, expect, it } from 'vitest'
import { addressBelow } from './address-below.ts'

describe('an address below a base', () => {
  it.each([
    [['me', 'projects', '4711', 'videos'], 'https://api.example/me/projects/4711/videos'],
    [['a b', 'שיעור.mp4'], 'https://api.example/a%20b/%D7%A9%D7%99%D7%A2%D7%95%D7%A8.mp4'],
    [['../../me/videos?x=', 'videos'], 'https://api.example/..%2F..%2Fme%2Fvideos%3Fx%3D/videos'],
    [
      ['//evil.example', '#', '%2e%2e', '\\..\\', '@evil.example'],
      'https://api.example/%2F%2Fevil.example/%23/%252e%252e/%5C..%5C/%40evil.example',
    ],
  ])('keeps each of %j one part of the path', (segments, address) => {
    expect(addressBelow('https://api.example', segments)?.href).toBe(address)
    expect(addressBelow('https://api.example/', segments)?.href).toBe(address)
  })

  it('is written as the service is: small letters, no port that goes without saying', () => {
    expect(addressBelow('HTTPS://Api.Example:443', ['a'])?.href).toBe('https://api.example/a')
  })

  it('keeps the path of the base', () => {
    expect(addressBelow('http://127.0.0.1:8000/v3', ['a'])?.href).toBe('http://127.0.0.1:8000/v3/a')
  })

  it.each([[['..', 'secrets']], [['.', 'a']], [['a', '', 'b']], [['']], [['\ud800']]])('is none for %j', (segments) => {
    expect(addressBelow('https://api.example/storage', segments)).toBeUndefined()
  })
})
