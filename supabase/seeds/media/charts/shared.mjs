import { isolate } from '../../content/bidi.ts'
import { colour, shekels } from '../look.mjs'

/** The part of the frame that a chart has. */
export const AREA = { left: 54, right: 800, top: 158, bottom: 396 }

export const tones = {
  ink: colour.ink,
  green: colour.green,
  saffron: '#c98a17',
  stone: '#a49c8c',
  red: '#a8462f',
}

/** How far a step has come, where `shown` counts the steps that stand. */
export const part = (shown, index) => Math.min(1, Math.max(0, shown - index))

/** A number as it is written in a chart. */
export const written = (value, unit, digits) => {
  const sign = value < 0 ? '−' : ''
  const size = Math.abs(value)
  if (unit === '₪') return sign + shekels(size, digits ?? 0)
  const plain = (size * (unit === '%' ? 100 : 1)).toLocaleString('en-US', {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 1,
  })
  return `${sign}${plain}${unit}`
}

/** Hebrew text as HTML. */
export const text = (words) => isolate(words)

/** A block of HTML at a place of the frame. */
export const at = (left, top, width, inner, css = '', className = '') =>
  `<div class="${className}" style="position:absolute;left:${left.toFixed(1)}px;top:${top.toFixed(1)}px;width:${width.toFixed(1)}px;${css}">${inner}</div>`

/** An SVG over the whole frame. */
export const canvas = (inner) => `<svg class="scene" width="854" height="480">${inner}</svg>`

/** The names of what is drawn, in a row that begins on the right. */
export const legend = (entries, top = AREA.top - 8) =>
  at(
    AREA.left,
    top,
    AREA.right - AREA.left,
    entries
      .filter(({ name }) => name)
      .map(
        ({ name, tone }) =>
          `<span style="display:inline-flex;align-items:center;gap:7px;margin-inline-end:24px"><i style="width:13px;height:13px;border-radius:3px;background:${tones[tone]}"></i>${text(name)}</span>`,
      )
      .join(''),
    'font-size:16px;font-weight:500',
  )
