import { colour } from '../look.mjs'
import { AREA, at, part, text, tones, written } from './shared.mjs'

const { left, right, top, bottom } = AREA
const NAMES = 230
const LONGEST = right - left - NAMES - 120

/** Bars that grow from the right, each with its name before it and its value at its end. */
export function bars(chart, shown) {
  const row = Math.min(54, (bottom - top) / chart.bars.length)
  const first = (top + bottom) / 2 - (row * chart.bars.length) / 2
  const most = Math.max(...chart.bars.map(({ value }) => Math.abs(value)))
  return chart.bars
    .map(({ name, value, tone, shown: label }, index) => {
      const grown = part(shown, index)
      if (grown === 0) return ''
      const y = first + row * index
      const length = Math.max(3, (Math.abs(value) / most) * LONGEST * grown)
      const edge = right - NAMES - length
      const thick = Math.min(34, row - 12)
      const middle = `height:${row}px;display:flex;align-items:center;`
      return (
        at(right - NAMES + 14, y, NAMES - 14, `<span>${text(name)}</span>`, `${middle}justify-content:flex-start;font-size:18px;font-weight:600;line-height:1.1;opacity:${grown}`) +
        at(edge, y + (row - thick) / 2, length, '', `height:${thick}px;background:${tones[tone]};border-radius:4px`) +
        at(edge - 190, y, 178, `<bdi>${label === undefined ? `<span dir="ltr">${written(value, chart.unit, chart.digits)}</span>` : text(label)}</bdi>`, `${middle}justify-content:flex-start;direction:ltr;flex-direction:row-reverse;font-size:20px;font-weight:700;white-space:nowrap;opacity:${grown}`)
      )
    })
    .join('')
}

/** One whole, cut into its parts from the right; under it what each of them is. */
export function shares(chart, shown) {
  const whole = chart.parts.reduce((sum, { value }) => sum + value, 0)
  const width = right - left
  let edge = right
  const cut = chart.parts
    .map(({ value, tone }, index) => {
      const full = (value / whole) * width
      const grown = part(shown, index) * full
      edge -= full
      return grown === 0
        ? ''
        : at(edge + full - grown, top + 44, Math.max(0, grown - 2), '', `height:62px;background:${tones[tone]};border-radius:3px`)
    })
    .join('')
  const keys = chart.parts
    .map(({ name, value, tone, shown: label }, index) => {
      const grown = part(shown, index)
      return `<div style="display:flex;align-items:center;gap:10px;opacity:${grown}"><i style="flex:none;width:15px;height:15px;border-radius:3px;background:${tones[tone]}"></i><span style="flex:1;font-size:18px;font-weight:500">${text(name)}</span><b style="font-size:20px">${label === undefined ? `<bdi dir="ltr">${written(value, chart.unit, chart.digits)}</bdi>` : text(label)}</b></div>`
    })
    .join('')
  return (
    at(left, top + 4, width, text(chart.whole), `font-size:18px;font-weight:600;color:${colour.ink2}`) +
    at(left, top + 44, width, '', `height:62px;border-radius:4px;background:${colour.rule}`) +
    cut +
    at(left, top + 124, width, keys, 'display:grid;grid-template-columns:1fr 1fr;column-gap:56px;row-gap:9px')
  )
}
