import { expect, it } from 'vitest'
import { contentProblem, refusedExtensionReason } from './bad-file.rules'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const box = (brands: string) => bytes(`\0\0\0\x18ftyp${brands}`)

it.each([
  ['heic', 'HEIC'],
  ['mov', 'OTHER_VIDEO'],
  ['avi', 'OTHER_VIDEO'],
  ['gif', 'OTHER_PICTURE'],
  ['pptx', 'OTHER_DOCUMENT'],
  ['mp3', 'SOUND'],
  ['exe', undefined],
  ['', undefined],
])('a name that ends in .%s is %s', (ending, code) => expect(refusedExtensionReason(ending)).toBe(code))

it.each([
  ['a photo of an iPhone under the name of a JPEG', 'image/jpeg', box('heic\0\0\0\0mif1heic'), 'HEIC'],
  ['one whose first brand is the common one', 'image/png', box('mif1\0\0\0\0heicmif1'), 'HEIC'],
  ['an AVIF', 'image/avif', box('avif\0\0\0\0mif1avif'), undefined],
  ['a PDF called a picture', 'image/jpeg', bytes('%PDF-1.7'), 'IS_PDF'],
  ['a PDF', 'application/pdf', bytes('%PDF-1.7'), undefined],
  ['a WebP called JPEG, which the server takes', 'image/jpeg', bytes('RIFF0000WEBPVP8 '), undefined],
  ['a picture called PDF', 'application/pdf', bytes('\xff\xd8\xff\xe0'), 'IS_PICTURE'],
  ['a film called a picture', 'image/png', box('isom\0\0\0\0'), 'IS_VIDEO'],
  ['a film', 'video/mp4', box('isom\0\0\0\0'), undefined],
  ['a film of QuickTime called MP4', 'video/mp4', box('qt  \0\0\0\0'), 'OTHER_VIDEO'],
  ['an AVI called MP4', 'video/mp4', bytes('RIFF0000AVI LIST'), 'OTHER_VIDEO'],
  ['whatever else, which the server judges', 'text/csv', bytes('a,b'), undefined],
])('%s', (_what, type, head, code) => expect(contentProblem(type, head)).toBe(code))
