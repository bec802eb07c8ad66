import { formatDay } from '~/shared/formats/dates'
import { certificateText as text } from './certificate.he'

/** What the picture says. */
export type PictureWords = { academy: string; name: string; courseTitle: string; issuedAt: string; address: string }

/** The size that networks show in full, in pixels. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 88
const INK = '#14213a'
const SERIF = '"Frank Ruhl Libre", "Frank Ruhl Libre Variable", serif'
const SANS = '"Assistant Variable", Assistant, sans-serif'
/** Heights of the columns at the foot, from the right: what was put in, and what grew on it. */
const PUT_IN = [30, 34, 38, 42]
const GROWN = [52, 62, 74, 88, 104, 122]
const COLUMN = 34

/**
 * A picture of a certificate to be shared: PNG of 1200 × 630 pixels, drawn by the browser, so that no server keeps one.
 * @throws Error where the browser has no canvas
 */
export async function drawCertificatePicture(words: PictureWords): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('There is no canvas')
  await document.fonts.ready
  drawPaper(pen)
  drawColumns(pen)
  pen.direction = 'rtl'
  pen.textAlign = 'right'
  const right = WIDTH - MARGIN
  const line = (content: string, font: string, top: number, colour = INK) => {
    pen.font = fitted(pen, content, font)
    pen.fillStyle = colour
    pen.fillText(content, right, top)
  }
  line(words.academy, `700 34px ${SERIF}`, 116)
  line(text.kind, `400 28px ${SANS}`, 216, '#4a5468')
  line(words.name, `700 76px ${SERIF}`, 306)
  line(words.courseTitle, `600 42px ${SANS}`, 380, '#075040')
  line(formatDay(words.issuedAt), `400 28px ${SANS}`, HEIGHT - 74, '#4a5468')
  pen.direction = 'ltr'
  pen.textAlign = 'left'
  pen.font = `400 22px ${SANS}`
  pen.fillText(words.address.replace(/^https?:\/\//, ''), MARGIN, HEIGHT - 74)
  return toBlob(canvas)
}

/** The font as large as it was wanted, or as large as the line has room for. */
function fitted(pen: CanvasRenderingContext2D, content: string, font: string): string {
  pen.font = font
  const room = WIDTH - 2 * MARGIN
  const width = pen.measureText(content).width
  return width <= room ? font : font.replace(/(\d+)px/, (_, size) => `${Math.floor((Number(size) * room) / width)}px`)
}

function drawPaper(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = '#fffdf9'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.strokeStyle = '#cfc6b5'
  pen.lineWidth = 2
  pen.strokeRect(32, 32, WIDTH - 64, HEIGHT - 64)
}

function drawColumns(pen: CanvasRenderingContext2D): void {
  const floor = HEIGHT - 130
  for (const [index, height] of [...PUT_IN, ...GROWN].entries()) {
    pen.fillStyle = index < PUT_IN.length ? INK : '#0b6b50'
    pen.fillRect(MARGIN + (PUT_IN.length + GROWN.length - 1 - index) * COLUMN, floor - height, 20, height)
  }
  pen.fillStyle = INK
  pen.fillRect(MARGIN, floor, WIDTH - 2 * MARGIN, 2)
}

const toBlob = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture was not made'))), 'image/png'),
  )
