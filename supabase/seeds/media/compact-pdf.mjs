import { deflateSync } from 'node:zlib'

const REFERENCE = /\b(\d+) 0 R\b/g
const MADE_AT = /\(D:\d{14}([^)]*)\)/g

/** The objects of a file as Chromium writes it: number, dictionary, and the bytes of a stream. */
function objectsOf(text) {
  const objects = []
  const start = /(\d+) 0 obj\n/g
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const from = start.lastIndex
    const end = text.indexOf('endobj', from)
    const stream = text.indexOf('stream\n', from)
    if (stream === -1 || stream > end) {
      objects.push({ number: Number(found[1]), body: text.slice(from, end).trim() })
      continue
    }
    const body = text.slice(from, stream).trim()
    const bytes = text.slice(stream + 7, stream + 7 + Number(/\/Length (\d+)/.exec(body)[1]))
    objects.push({ number: Number(found[1]), body, bytes })
    start.lastIndex = stream + 7 + bytes.length
  }
  return objects
}

/** Leaves one of each that is said twice, as the same letter in two sizes is; parts of the text stay as they are. */
function withoutTwins(objects) {
  const first = new Map()
  const instead = new Map()
  for (const { number, body, bytes } of objects) {
    if (body.includes('/StructElem')) continue
    const said = `${body}\n${bytes ?? ''}`
    if (first.has(said)) instead.set(number, first.get(said))
    else first.set(said, number)
  }
  if (instead.size === 0) return objects
  const kept = objects.filter(({ number }) => !instead.has(number))
  const point = (body) => body.replace(REFERENCE, (_, number) => `${instead.get(Number(number)) ?? number} 0 R`)
  return withoutTwins(kept.map((one) => ({ ...one, body: point(one.body) })))
}

const bigEndian = (value, length) =>
  Array.from({ length }, (_, place) => (value >>> (8 * (length - 1 - place))) & 255)

/**
 * The same PDF, smaller and without what differs from one making to the next: its time and the numbers of its nodes.
 * Chromium embeds a font anew for every size and writes the structure of the text uncompressed.
 * @param pdf bytes as Chromium's `page.pdf` gives them
 */
export function compactPdf(pdf) {
  const text = pdf.toString('latin1').replace(MADE_AT, '(D:20260101000000$1)')
  const trailer = text.slice(text.lastIndexOf('trailer'))
  const nodes = [...new Set(text.match(/\(node\d+\)/g) ?? [])].sort()
  const nodeNames = new Map(nodes.map((node, place) => [node, `(node${String(place + 1).padStart(8, '0')})`]))
  const kept = withoutTwins(objectsOf(text))
  const numbers = new Map(kept.map(({ number }, place) => [number, place + 1]))
  const renamed = (body) =>
    body
      .replace(REFERENCE, (_, number) => `${numbers.get(Number(number))} 0 R`)
      .replace(/\(node\d+\)/g, (node) => nodeNames.get(node))
  const objects = kept.map((one) => ({ ...one, number: numbers.get(one.number), body: renamed(one.body) }))

  const packed = objects.filter(({ bytes }) => bytes === undefined)
  const [packNumber, tableNumber] = [objects.length + 1, objects.length + 2]
  const bodies = packed.map(({ body }) => body)
  const places = bodies.map((_, place) => bodies.slice(0, place).join('\n').length + (place > 0 ? 1 : 0))
  const index = packed.map(({ number }, place) => `${number} ${places[place]}`).join(' ')
  const pack = deflateSync(Buffer.from(`${index}\n${bodies.join('\n')}`, 'latin1'), { level: 9 }).toString('latin1')

  let out = '%PDF-1.5\n%\xE2\xE3\xCF\xD3\n'
  const rows = [[0, 0, 65535]]
  const write = (number, body, bytes) => {
    rows[number] = [1, out.length, 0]
    out += `${number} 0 obj\n${body}\nstream\n${bytes}\nendstream\nendobj\n`
  }
  for (const { number, body, bytes } of objects) if (bytes !== undefined) write(number, body, bytes)
  packed.forEach(({ number }, place) => {
    rows[number] = [2, packNumber, place]
  })
  const head = `/Type /ObjStm /N ${packed.length} /First ${index.length + 1} /Filter /FlateDecode`
  write(packNumber, `<<${head} /Length ${pack.length}>>`, pack)
  const at = out.length
  rows[tableNumber] = [1, at, 0]
  const cells = rows.flatMap(([kind, value, more]) => [kind, ...bigEndian(value, 3), ...bigEndian(more, 2)])
  const table = deflateSync(Buffer.from(cells), { level: 9 }).toString('latin1')
  const ends = ['Root', 'Info']
    .map((name) => `/${name} ${renamed(new RegExp(`/${name} (\\d+ 0 R)`).exec(trailer)[1])}`)
    .join(' ')
  write(
    tableNumber,
    `<</Type /XRef /Size ${rows.length} /W [1 3 2] ${ends} /Filter /FlateDecode /Length ${table.length}>>`,
    table,
  )
  return Buffer.from(`${out}startxref\n${at}\n%%EOF\n`, 'latin1')
}
