import { broken } from './refusal.ts'

/** Reads the bytes from `start` to before `end` of a file. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>

/** A box: its name, and where what it holds begins and ends. */
export type Box = { name: string; start: number; end: number }

const MOST_BOXES = 4000
const MOST_TOP_BOXES = 64

/** A box by its first bytes. @param last where the file or the box around it ends */
function boxAt(head: Buffer, at: number, last: number): Box {
  if (head.length < 8) broken()
  const [declared, name] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
  if (declared === 1 && head.length < 16) broken()
  const size = declared === 1 ? Number(head.readBigUInt64BE(8)) : declared === 0 ? last - at : declared
  const start = at + (declared === 1 ? 16 : 8)
  if (at + size < start || at + size > last) broken()
  return { name, start, end: at + size }
}

/** The boxes of a file. One made of fragments is read as far as its first one. @throws MediaRefusal BROKEN where one breaks off */
export async function topBoxes(read: ReadBytes, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = 0; at < size; at = boxes.at(-1)?.end ?? size) {
    if (boxes.length === MOST_TOP_BOXES) broken()
    const box = boxAt(await read(at, Math.min(at + 16, size)), at, size)
    boxes.push(box)
    if (box.name === 'moof' && boxes.some(({ name }) => name === 'moov')) break
  }
  return boxes
}

/** The boxes that lie directly in another one. @throws MediaRefusal BROKEN where one is longer than what it lies in */
export function boxesIn(bytes: Buffer, { start, end }: Box): Box[] {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end; at = boxes.at(-1)?.end ?? end) {
    if (boxes.length === MOST_BOXES) broken()
    boxes.push(boxAt(bytes.subarray(at, Math.min(at + 16, end)), at, end))
  }
  return boxes
}

export const childOf = (bytes: Buffer, parent: Box, wanted: string): Box | undefined =>
  boxesIn(bytes, parent).find(({ name }) => name === wanted)

/** The box that lies in others, from the outermost to it. */
export const insideOf = (bytes: Buffer, parent: Box, names: readonly string[]): Box | undefined =>
  names.reduce<Box | undefined>((box, name) => box && childOf(bytes, box, name), parent)
