/** The type of a picture by its first bytes, never by its name or by what its sender says. */
export function pictureType(bytes: Buffer): string | null {
  const at = (from: number, to: number) => bytes.subarray(from, to).toString('latin1')
  if (at(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'image/webp'
  if (at(4, 12) === 'ftypavif') return 'image/avif'
  return null
}

/** Brands of pictures in HEVC (ISO 23008-12), as phones of Apple write them; the library is built without that codec. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']

export function isHeic(bytes: Buffer): boolean {
  const brands = bytes.toString('latin1', 8, 64)
  return bytes.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.some((brand) => brands.includes(brand))
}
