import sharp from 'sharp'
import { isHeic, pictureType } from './picture-type.ts'
import { broken, MediaRefusal } from './refusal.ts'

/** A course's picture on a phone, on a card of a wide screen, and at the head of its page. */
const WIDTHS = [320, 640, 1280]
const MOST_PIXELS = 50_000_000
const SECONDS = 30
const WIDEST_OF_A_MAIL = 2_000

// Whatever else the library can read, such as SVG, TIFF and GIF, no upload reaches.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})
sharp.cache(false)
sharp.concurrency(1)

export type Picture = { width: number; height: number; format: 'webp' | 'avif'; content: Buffer }

/**
 * Draws an upload anew as WebP and AVIF in the widths of the site, none wider than it is. Nothing of the original but
 * its colours is in them: no description, no place, nothing behind its end.
 * @throws MediaRefusal for what is no picture, too large or broken
 */
export async function makePictures(original: Buffer) {
  const mime = pictureType(original)
  if (!mime) throw new MediaRefusal(isHeic(original) ? 'HEIC' : 'WRONG_TYPE')
  const meta = await factsOf(original)
  if (`image/${meta.format === 'heif' ? 'avif' : meta.format}` !== mime) throw new MediaRefusal('WRONG_TYPE')
  const { width, height } = meta.autoOrient
  const pictures: Picture[] = []
  for (const wanted of new Set(WIDTHS.map((one) => Math.min(one, width)))) {
    const drawn = await open(original)
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

/**
 * Draws a picture of a mail anew as one WebP, so that nothing but its colours comes along.
 * @throws MediaRefusal for one that is too large or broken
 */
export async function reencodePicture(original: Buffer): Promise<Buffer> {
  await factsOf(original)
  return open(original)
    .autoOrient()
    .resize({ width: WIDEST_OF_A_MAIL, height: WIDEST_OF_A_MAIL, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
    .catch(broken)
}

const open = (original: Buffer, limitInputPixels: number | false = MOST_PIXELS) =>
  sharp(original, { limitInputPixels, failOn: 'error' }).timeout({ seconds: SECONDS })

async function factsOf(original: Buffer) {
  const meta = await open(original, false).metadata().catch(broken)
  if (meta.width * meta.height > MOST_PIXELS) throw new MediaRefusal('TOO_MANY_PIXELS')
  return meta
}
