import { appear, colour, figure, hebrew, line, path, rect } from '../look.mjs'
import { AREA, canvas, legend, part, tones, written } from './shared.mjs'

const { left, right, bottom } = AREA
const FLOOR = bottom - 22
const CEILING = AREA.top + 42

const shownAt = (reveal, shown) => {
  const whole = Math.min(reveal.length, Math.floor(shown))
  const from = whole === 0 ? 0 : reveal[whole - 1]
  return whole === reveal.length ? from : from + (reveal[whole] - from) * (shown - whole)
}

/** Stacked columns that rise one after the other. */
export function growth(chart, shown) {
  const count = chart.parts[0].values.length
  const totals = chart.parts[0].values.map((_, index) => chart.parts.reduce((sum, { values }) => sum + values[index], 0))
  const scale = (FLOOR - CEILING) / Math.max(...totals)
  const slot = Math.min(150, (right - left - 60) / count)
  const width = Math.min(64, slot * 0.66)
  const start = (left + right) / 2 - (slot * count) / 2
  const standing = shownAt(chart.reveal, shown)
  const marks = new Set(chart.reveal)
  let out = line(start - 8, FLOOR, start + slot * count + 8, FLOOR, colour.ink, 2)
  for (let index = 0; index < count; index += 1) {
    const rise = Math.min(1, Math.max(0, standing - index))
    const x = start + slot * index + (slot - width) / 2
    let base = FLOOR
    for (const { values, tone } of chart.parts) {
      const height = values[index] * scale * rise
      base -= height
      out += rect(x, base, width, height, tones[tone], { rx: width > 20 ? 3 : 1 })
    }
    const middle = x + width / 2
    const isMark = marks.has(index + 1)
    if (count <= 12 || isMark || index === 0)
      out += (chart.labels ? hebrew : figure)(middle, FLOOR + 21, chart.labels?.[index] ?? String(index + 1), {
        size: 15,
        fill: colour.ink2,
        weight: 500,
      })
    if (isMark && rise > 0.6)
      out += appear(
        rise,
        0.6,
        figure(middle, base - 9, written(totals[index], chart.unit, chart.digits), { size: 19, weight: 700 }),
      )
  }
  if (chart.axis)
    out += hebrew(start + (slot * count) / 2, FLOOR + 43, chart.axis, { size: 15, fill: colour.ink3, weight: 500 })
  return canvas(out) + (chart.parts.length > 1 || chart.parts[0].name ? legend(chart.parts) : '')
}

const apart = (ends, gap) => {
  const sorted = ends.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y)
  for (let index = 1; index < sorted.length; index += 1)
    sorted[index].y = Math.max(sorted[index].y, sorted[index - 1].y + gap)
  const over = Math.max(0, (sorted.at(-1)?.y ?? 0) - (FLOOR - 20))
  return sorted.sort((a, b) => a.index - b.index).map(({ y }) => y - over)
}

/** A few round numbers from one value to another. */
const roundValues = (from, to) => {
  const rough = (to - from) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * [1, 2, 5, 10].find((times) => times * power >= rough)
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
}

/** Curves that are drawn one after the other, each with its name and its last value. */
export function lines(chart, shown) {
  const from = chart.from ?? 0
  const most = Math.max(...chart.series.flatMap(({ values }) => values))
  const count = chart.series[0].values.length
  const [first, last] = [left + 74, left + 520]
  const x = (index) => first + ((last - first) * index) / (count - 1)
  const y = (value) => FLOOR - ((value - from) / (most - from)) * (FLOOR - CEILING + 18)
  let out = roundValues(from, most)
    .map(
      (value) =>
        line(first, y(value), last, y(value), value === from ? colour.ink2 : colour.rule) +
        figure(first - 10, y(value) + 5, written(value, chart.unit), { size: 14, weight: 500, fill: colour.ink3, align: 'right' }),
    )
    .join('')
  const ticks = count <= 7 ? [...Array(count).keys()] : [0, Math.floor((count - 1) / 2), count - 1]
  for (const tick of ticks)
    out += figure(x(tick), FLOOR + 21, chart.labels?.[tick] ?? String(tick), { size: 15, fill: colour.ink2, weight: 500 })
  out += hebrew((first + last) / 2, FLOOR + 43, chart.axis, { size: 15, fill: colour.ink3, weight: 500 })
  const ends = apart(
    chart.series.map(({ values }) => y(values.at(-1))),
    44,
  )
  chart.series.forEach(({ name, tone, values, end }, index) => {
    const drawn = part(shown, index)
    if (drawn === 0) return
    const until = drawn * (count - 1)
    const whole = Math.floor(until)
    const points = values.slice(0, whole + 1).map((value, place) => `${x(place).toFixed(1)} ${y(value).toFixed(1)}`)
    if (whole < count - 1) {
      const value = values[whole] + (values[whole + 1] - values[whole]) * (until - whole)
      points.push(`${x(until).toFixed(1)} ${y(value).toFixed(1)}`)
    }
    out += path(`M${points.join('L')}`, { stroke: tones[tone], 'stroke-width': 4, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
    out += appear(
      drawn,
      0.5,
      (end ? hebrew : figure)(last + 16, ends[index] + 2, end ?? written(values.at(-1), chart.unit, chart.digits), { size: 19, weight: 700, fill: tones[tone], align: 'left' }) +
        hebrew(last + 16, ends[index] + 21, name, { size: 15, fill: colour.ink2, weight: 500, align: 'left' }),
    )
  })
  return canvas(out)
}
