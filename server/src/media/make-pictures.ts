import sharp from 'sharp'
import { broken, MediaRefusal } from './refusal.ts'

/** A course's picture on a phone, on a card of a wide screen, and at the head of its page. */
const WIDTHS = [320, 640, 1280]
const MOST_PIXELS = 50_000_000
const SECONDS = 30

// Whatever else the library can read, such as SVG, TIFF and GIF, no upload reaches.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})
sharp.cache(false)
sharp.concurrency(1)

export type Picture = { width: number; height: number; format: 'webp' | 'avif'; content: Buffer }

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

/**
 * Draws an upload anew as WebP and AVIF in the widths of the site, none wider than it is. Nothing of the original but
 * its colours is in them: no description, no place, nothing behind its end.
 * @throws MediaRefusal for what is no picture, too large or broken
 */
export async function makePictures(original: Buffer) {
  const mime = pictureType(original)
  if (!mime) throw new MediaRefusal(isHeic(original) ? 'HEIC' : 'WRONG_TYPE')
  const open = (limitInputPixels: number | false = MOST_PIXELS) =>
    sharp(original, { limitInputPixels, failOn: 'error' }).timeout({ seconds: SECONDS })
  const meta = await open(false).metadata().catch(broken)
  if (`image/${meta.format === 'heif' ? 'avif' : meta.format}` !== mime) throw new MediaRefusal('WRONG_TYPE')
  if (meta.width * meta.height > MOST_PIXELS) throw new MediaRefusal('TOO_MANY_PIXELS')
  const { width, height } = meta.autoOrient
  const pictures: Picture[] = []
  for (const wanted of new Set(WIDTHS.map((one) => Math.min(one, width)))) {
    const drawn = await open()
      .autoOrient()
      .resize({ width: wanted })
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(broken)
    const { width: across, height: down, channels } = drawn.info
    for (const format of ['webp', 'avif'] as const) {
      const raw = sharp(drawn.data, { raw: { width: across, height: down, channels } })
      const written = format === 'webp' ? raw.webp({ quality: 80 }) : raw.avif({ quality: 55, effort: 3 })
      pictures.push({ width: across, height: down, format, content: await written.toBuffer().catch(broken) })
    }
  }
  return { mime, width, height, pictures }
}
