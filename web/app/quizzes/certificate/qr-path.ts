import { encode } from 'uqr'

/** A QR code of a text (ISO/IEC 18004) as an SVG path, a run of dark modules a rectangle, and the modules of its side. Server only. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data
    .flatMap((row, y) => {
      const line = row.map((isDark) => (isDark ? '1' : '0')).join('')
      return [...line.matchAll(/1+/g)].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`)
    })
    .join('')
  return { size, path }
}
