import { colour } from '../look.mjs'
import { AREA, at, part, text, tones } from './shared.mjs'

const { left, right, top, bottom } = AREA
const width = right - left

/** A calculation, row under row: what it is on the right, the sum itself on the left. */
export function steps(chart, shown) {
  const row = Math.min(56, (bottom - top) / chart.rows.length)
  const first = (top + bottom) / 2 - (row * chart.rows.length) / 2
  return chart.rows
    .map(({ name, sum, strong }, index) => {
      const grown = part(shown, index)
      if (grown === 0) return ''
      const look = strong ? `background:${colour.greenWash};color:${colour.greenInk};` : `background:${colour.card};`
      return at(
        left,
        first + row * index,
        width,
        `<span style="font-size:19px;font-weight:500">${text(name)}</span><b dir="ltr" style="font-size:23px;white-space:nowrap">${sum}</b>`,
        `height:${row - 8}px;padding:0 20px;border-radius:6px;border:1px solid ${colour.rule};${look}display:flex;align-items:center;justify-content:space-between;opacity:${grown};margin-top:${((1 - grown) * 8).toFixed(1)}px`,
      )
    })
    .join('')
}

/** A table whose rows come one after the other. */
export function table(chart, shown) {
  const row = Math.min(46, (bottom - top) / (chart.rows.length + 1))
  const cells = (values, name, css) =>
    `<tr style="height:${row}px;${css}">${values.map((value, index) => `<${name} style="text-align:start;padding:0 14px;${index === 0 ? 'font-weight:600' : ''}">${text(value)}</${name}>`).join('')}</tr>`
  const head = cells(chart.head, 'th', `font-size:16px;color:${colour.ink2};border-bottom:2px solid ${colour.ink};opacity:${Math.min(1, shown * 2)}`)
  const rows = chart.rows
    .map((values, index) => cells(values, 'td', `border-bottom:1px solid ${colour.rule};opacity:${part(shown, index)}`))
    .join('')
  const height = row * (chart.rows.length + 1)
  return at(
    left,
    (top + bottom) / 2 - height / 2,
    width,
    `<table style="width:100%;border-collapse:collapse;font-size:20px">${head}${rows}</table>`,
  )
}

/** Points on a line of time that begins on the right. */
export function timeline(chart, shown) {
  const count = chart.points.length
  const slot = width / count
  const y = top + 96
  const middle = (index) => right - slot * (index + 0.5)
  const reached = Math.min(count - 1, Math.max(0, shown - 1))
  const line = at(middle(0) - reached * slot, y - 2, reached * slot, '', `height:4px;background:${colour.ink}`)
  const rest = at(middle(count - 1), y - 1, slot * (count - 1), '', `height:2px;background:${colour.rule2}`)
  return (
    rest +
    line +
    chart.points
      .map(({ when, what, tone = 'green' }, index) => {
        const grown = part(shown, index)
        if (grown === 0) return ''
        const x = middle(index)
        const css = `text-align:center;opacity:${grown};`
        return (
          at(x - 12, y - 12, 24, '', `height:24px;border-radius:50%;background:${tones[tone]};border:4px solid ${colour.paper};transform:scale(${grown.toFixed(2)})`) +
          at(x - slot / 2 + 5, y - 80, slot - 10, `<span>${text(when)}</span>`, `${css}height:58px;display:flex;align-items:flex-end;justify-content:center;font-size:21px;font-weight:700;line-height:1.15`) +
          at(x - slot / 2 + 6, y + 24, slot - 12, text(what), `${css}font-size:17px;font-weight:500;line-height:1.3;text-wrap:balance;color:${colour.ink2}`)
        )
      })
      .join('')
  )
}
