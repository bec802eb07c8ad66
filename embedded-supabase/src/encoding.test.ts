import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, compress, type Encoding } from './encoding.ts'

const cases: [string | null, Encoding][] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip; q=0', 'identity'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['*;q=0', 'identity'],
  ['brotli, x-gzip', 'identity'],
  ['br;q=much', 'identity'],
  ['identity', 'identity'],
  ['', 'identity'],
  [null, 'identity'],
]
test.each(cases)('%s is answered with %s', (header, encoding) => expect(chooseEncoding(header)).toBe(encoding))

test('what was compressed unpacks to what it was', async () => {
  const body = Buffer.from('שלום '.repeat(1000))
  const effort = { br: 3, gzip: 3 }
  const [br, gzip] = await Promise.all([compress(body, 'br', effort), compress(body, 'gzip', effort)])
  expect([brotliDecompressSync(br).equals(body), gunzipSync(gzip).equals(body)]).toEqual([true, true])
  expect(Math.max(br.length, gzip.length)).toBeLessThan(body.length / 10)
})
