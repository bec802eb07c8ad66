import { expect, test } from 'vitest'
import { fieldText, formBoundary, readForm } from './multipart.ts'

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}

async function formOf(form: FormData, chunkSize: number) {
  const response = new Response(form)
  const boundary = formBoundary(response.headers.get('content-type')) ?? ''
  const bytes = new Uint8Array(await response.arrayBuffer())
  const parts = []
  for await (const part of readForm(inChunks(bytes, chunkSize), boundary)) {
    const { name, fileName, contentType } = part
    parts.push({ name, fileName, contentType, text: await fieldText(part) })
  }
  return parts
}

test.each([1, 2, 3, 7, 64, 10_000])('reads fields and files from chunks of %i bytes', async (size) => {
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('', new Blob(['line\r\n--not the boundary\r\n\r\n--'], { type: 'text/plain' }), 'תמונה.txt')
  form.append('empty', '')
  expect(await formOf(form, size)).toEqual([
    { name: 'cacheControl', fileName: undefined, contentType: undefined, text: '3600' },
    { name: '', fileName: 'תמונה.txt', contentType: 'text/plain', text: 'line\r\n--not the boundary\r\n\r\n--' },
    { name: 'empty', fileName: undefined, contentType: undefined, text: '' },
  ])
})

test('passes over a part that nobody read', async () => {
  const form = new FormData()
  form.append('large', 'x'.repeat(100_000))
  form.append('last', 'y')
  const response = new Response(form)
  const boundary = formBoundary(response.headers.get('content-type')) ?? ''
  const names = []
  for await (const { name } of readForm(inChunks(new Uint8Array(await response.arrayBuffer()), 999), boundary)) {
    names.push(name)
  }
  expect(names).toEqual(['large', 'last'])
})

test.each(['', '--b', '--b\r\nno head', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nnever ends'])(
  'refuses a form that ends too early: %j',
  async (text) => {
    const reading = async () => {
      for await (const part of readForm(inChunks(Buffer.from(text), 5), 'b')) await fieldText(part)
    }
    await expect(reading()).rejects.toThrow('ended too early')
  },
)

test('finds the boundary', () => {
  expect(formBoundary('multipart/form-data; boundary=abc')).toBe('abc')
  expect(formBoundary('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b')
  expect(formBoundary('image/png')).toBeUndefined()
  expect(formBoundary(null)).toBeUndefined()
})

test('spaces before the end of a type cost no more than other letters', async () => {
  const head = `content-disposition: form-data; name="a"\r\ncontent-type: text/plain${' '.repeat(7_000)}x`
  const form = `--b${`\r\n${head}\r\n\r\nbody\r\n--b`.repeat(1_000)}--`
  let count = 0
  // Each part took half a second.
  for await (const part of readForm(inChunks(Buffer.from(form), 65_536), 'b')) {
    expect(part.contentType).toMatch(/^text\/plain +x$/)
    count++
  }
  expect(count).toBe(1_000)
})
