import { colour, line, path, tag } from './look.mjs'

/** A repeatable sequence of numbers from 0 to 1, begun by a word. */
export function numbersOf(word) {
  let state = [...word].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) | 0
    return ((state >>> 8) & 0xffff) / 0xffff
  }
}

/** Draws something a number of times. */
export const many = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join('')
export const circle = (cx, cy, r, fill, more = {}) => tag('circle', { cx, cy, r, fill, ...more })
/** The line that a chart stands on. */
export const floor = (y, from = 120, to = 1160) => line(from, y, to, y, colour.ink, 4, { 'stroke-linecap': 'round' })
const polar = (cx, cy, radius, angle) => [cx + radius * Math.sin(angle), cy - radius * Math.cos(angle)]

/** A part of a ring, in turns from the top. */
export const ring = (cx, cy, inner, outer, from, to, fill, more = {}) => {
  const [a, b] = [from * 2 * Math.PI, to * 2 * Math.PI]
  const large = b - a > Math.PI ? 1 : 0
  const points = [
    polar(cx, cy, outer, a),
    polar(cx, cy, outer, b),
    polar(cx, cy, inner, b),
    polar(cx, cy, inner, a),
  ].map((point) => point.map((value) => value.toFixed(1)).join(' '))
  return path(
    `M${points[0]}A${outer} ${outer} 0 ${large} 1 ${points[1]}L${points[2]}A${inner} ${inner} 0 ${large} 0 ${points[3]}Z`,
    { fill, ...more },
  )
}

/** A walk of `count` steps that drifts and shakes. */
export const walk = (next, count, start, drift, shake) => {
  let at = start
  return Array.from({ length: count }, () => {
    at += drift + (next() - 0.5) * shake
    return at
  })
}
