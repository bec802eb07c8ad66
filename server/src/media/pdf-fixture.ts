import { deflateSync } from 'node:zlib'

const PAGES = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
]

/**
 * A PDF of one page with further objects, the fourth and on.
 * @param catalog what the catalog holds as well
 */
export function pdfOf(objects: readonly string[] = [], { catalog = '', trailer = '' } = {}): Buffer {
  const [first = '', ...pages] = PAGES
  const all = [first.replace('>>', `${catalog}>>`), ...pages, ...objects]
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const places = all.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${lines.join('')}`
  const end = `trailer\n<</Size ${all.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}

/** A stream of packed objects. @param entries of its dictionary, in place of the usual ones */
export function packedOf(
  objects: readonly string[],
  entries?: string,
  pack: (data: Buffer) => Buffer = deflateSync,
): string {
  let at = 0
  const places = objects.map((object, number) => {
    const place = `${number + 10} ${at}`
    at += object.length + 1
    return place
  })
  const list = `${places.join(' ')} `
  const data = pack(Buffer.from(list + objects.map((object) => `${object} `).join(''), 'latin1'))
  const dictionary = entries ?? `/Type/ObjStm/N ${objects.length}/First ${list.length}/Filter/FlateDecode`
  return `<<${dictionary.replace('$FIRST', String(list.length))}/Length ${data.length}>>stream\r\n${data.toString('latin1')}\r\nendstream`
}
