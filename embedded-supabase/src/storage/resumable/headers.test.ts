import { expect, test } from 'vitest'
import { parseBytes, parseUploadMetadata, readUploadId, writeUploadId } from './headers.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('reads pairs of keys and values, empty ones and other scripts too', () => {
  const header = `bucketName ${base64('videos')}, objectName ${base64('a/b.mp4')},empty,note ${base64('שלום')}`
  expect(Object.fromEntries(parseUploadMetadata(header))).toEqual({
    bucketName: 'videos',
    objectName: 'a/b.mp4',
    empty: '',
    note: 'שלום',
  })
})

test.each([
  '',
  ',',
  'a b c',
  'a !!!!',
  'a YQ=',
  `a ${base64('x')},a ${base64('y')}`,
  `a  ${base64('x')}`,
  `שם ${base64('x')}`,
  'a /w==',
  `a ${'A'.repeat(9000)}`,
])('refuses the metadata %j', (header) => {
  expect(() => parseUploadMetadata(header)).toThrow('Upload-Metadata')
})

test('reads numbers of bytes and nothing that only looks like one', () => {
  expect(['0', '524288000', '999999999999999'].map(parseBytes)).toEqual([0, 524_288_000, 999_999_999_999_999])
  for (const header of [null, '', '-1', '+1', '1.5', '1e9', '0x10', ' 1', '12abc', '9'.repeat(16), 'NaN', '١']) {
    expect(parseBytes(header)).toBeUndefined()
  }
})

test('finds the version in an address, and none in one that was made up', () => {
  const id = '11111111-1111-4111-8111-111111111111'
  const address = writeUploadId({ bucket: 'videos', key: 'a/b c.mp4', id })
  expect(address).toMatch(/^[\w-]+$/)
  expect(readUploadId(address)).toEqual({ bucket: 'videos', key: 'a/b c.mp4', id })
  const made = ['videos/a/..', id, `videos/a/${id}\0`, `videos/a/${id.toUpperCase()}x`].map((text) =>
    Buffer.from(text).toString('base64url'),
  )
  const others = ['', '..', '%2e%2e', 'a', `${id}\0`, `${address}==`, `${address}.`, ...made]
  for (const other of others) expect(readUploadId(other)).toBeUndefined()
})
