import { expect, test } from 'vitest'
import { readTar, TAR_END, tarHeader, tarPadding } from './tar.ts'

type Content = { name: string; text: string }

function archive(files: Content[]): Buffer {
  const parts = files.flatMap(({ name, text }) => {
    const body = Buffer.from(text)
    return [tarHeader({ name, isFolder: false, size: body.length }), body, tarPadding(body.length)]
  })
  return Buffer.concat([...parts, TAR_END])
}

async function* inPieces(whole: Buffer, size: number) {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}

async function read(whole: Buffer, size = 100): Promise<Content[]> {
  const found: Content[] = []
  for await (const { name, chunks } of readTar(inPieces(whole, size))) {
    const parts: Buffer[] = []
    for await (const chunk of chunks) parts.push(chunk)
    found.push({ name, text: Buffer.concat(parts).toString() })
  }
  return found
}

const files = [
  { name: 'a.txt', text: 'שלום' },
  { name: 'empty', text: '' },
  { name: `${'folder/'.repeat(20)}name`, text: 'x'.repeat(512) },
]

test.each([1, 100, 512, 10_000])('what was written is read again, in pieces of %i bytes', async (size) => {
  expect(await read(archive(files), size)).toEqual(files)
})

test('an archive that is cut or damaged is refused', async () => {
  const whole = archive(files)
  await expect(read(whole.subarray(0, 700))).rejects.toThrow('cut short')
  const damaged = Buffer.from(whole)
  damaged[3] = 1
  await expect(read(damaged)).rejects.toThrow('damaged')
})

test.each(['../up', '/root', 'a/../../b', 'a\\..\\b', 'c:evil'])('the name %s is refused', async (name) => {
  await expect(read(archive([{ name, text: '' }]))).rejects.toThrow('no backup has')
})
