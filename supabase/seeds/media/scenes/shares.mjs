import { grow } from '../../content/figures.ts'
import { appear, colour, figure, hebrew, line, moved, path, rect, shekels } from '../look.mjs'

/** A basket that gets dearer beside a note that buys less. */
export function inflation(time) {
  const years = time < 31 ? moved(time, 14, 5) * 10 : 10 + moved(time, 31, 5) * 10
  const price = grow(100, 0.03, years)
  const worth = 100 / 1.03 ** years
  const floor = 400
  let out = line(470, floor, 800, floor, colour.rule2)
  for (let year = 0; year <= Math.floor(years + 0.001); year += 1) {
    const height = grow(100, 0.03, year) * 1.05
    out += rect(
      474 + year * 15.4,
      floor - height,
      11,
      height,
      year === 0 ? colour.ink : year % 10 === 0 ? colour.saffron : '#d9b26a',
      { rx: 2 },
    )
  }
  out += appear(
    time,
    6.3,
    hebrew(800, 158, 'מחיר הסל', { size: 17, fill: colour.ink2, align: 'right' }) +
      figure(474, 160, shekels(price, 2), { size: 28, weight: 700, align: 'left' }),
  )
  out +=
    figure(479, floor + 24, '0', { size: 15, fill: colour.ink2 }) +
    figure(479 + 154, floor + 24, '10', { size: 15, fill: colour.ink2 }) +
    figure(479 + 308, floor + 24, '20', { size: 15, fill: colour.ink2 })
  out += hebrew(730, floor + 24, 'שנים', { size: 15, fill: colour.ink3, weight: 400 })
  return out + note(worth, time)
}

function note(worth, time) {
  const [x, y, width, height] = [54, 200, 360, 170]
  const kept = (width * worth) / 100
  const waves = Array.from({ length: 9 }, (_, index) => {
    const base = y + 24 + index * 15
    return path(`M${x + 12} ${base}c60 -22 110 22 168 0s110 22 168 0`, {
      stroke: colour.green,
      'stroke-width': 1,
      opacity: 0.35,
    })
  }).join('')
  const worthShown = time >= 22 ? worth : 100
  const lost = width - (width * worthShown) / 100
  return (
    rect(x, y, width, height, colour.greenWash, { rx: 10, stroke: colour.green, 'stroke-width': 2 }) +
    waves +
    `<circle cx="${x + 180}" cy="${y + 85}" r="52" fill="${colour.card}" stroke="${colour.green}" stroke-width="2"/>` +
    figure(x + 180, y + 97, '₪100', { size: 34, weight: 700, fill: colour.greenInk }) +
    (lost > 0
      ? rect(x, y, lost, height, colour.paper, { opacity: 0.82, rx: 10 }) +
        line(x + lost, y - 6, x + lost, y + height + 6, colour.saffron, 3)
      : '') +
    appear(
      time,
      22.2,
      hebrew(x + width, 182, 'מה שהשטר קונה', { size: 17, fill: colour.ink2, align: 'right' }) +
        figure(x, 184, shekels(time >= 22 ? worth : 100, 2), {
          size: 28,
          weight: 700,
          align: 'left',
          fill: kept < width ? colour.saffron : colour.ink,
        }),
    )
  )
}

const lines = [
  ['דיור', 4200, 13],
  ['מזון', 2400, 14.6],
  ['תחבורה', 1200, 16.2],
  ['הוצאות של פעם בשנה', 700, 21],
  ['חיסכון', 1200, 29],
  ['כל השאר', 2300, 35],
]

/** A budget as a ledger: a line, its sum and its part of the income. */
export function budget(time) {
  const left = 54
  const width = 746
  let used = 0
  let out = appear(
    time,
    6.2,
    hebrew(800, 160, 'הכנסה נטו', { size: 18, weight: 700, align: 'right' }) +
      figure(left, 160, '₪12,000', { size: 22, weight: 700, align: 'left' }),
  )
  out += rect(left, 172, width * moved(time, 6.5, 1.5), 22, colour.rule, { rx: 4 })
  lines.forEach(([name, sum, start], row) => {
    if (time < start) return
    const fill = row === 4 ? colour.green : row === 5 ? colour.rule2 : row === 3 ? colour.saffron : colour.ink
    const part = moved(time, start, 1)
    const x = left + width - ((used + sum * part) / 12000) * width
    out += rect(x, 172, (sum / 12000) * width * part - 2, 22, fill, { rx: 3, opacity: row < 3 ? 1 - row * 0.22 : 1 })
    const y = 232 + row * 34
    out += appear(
      time,
      start,
      hebrew(800, y, name, { size: 19, align: 'right' }) +
        figure(left, y, shekels(sum), { size: 19, weight: 700, align: 'left' }) +
        line(left, y + 10, 800, y + 10, colour.rule) +
        rect(left + 130, y - 11, (sum / 4200) * 300 * part, 10, fill, { rx: 3, opacity: row < 3 ? 1 - row * 0.22 : 1 }),
    )
    used += sum
  })
  return out
}

const companies = [
  ['א', 500, 0.1, colour.ink],
  ['ב', 300, -0.05, colour.green],
  ['ג', 200, 0, colour.saffron],
]

/** Three companies, their weights, and what a day does to the index. */
export function index(time) {
  const left = 54
  const width = 746
  let x = left + width
  let out = ''
  companies.forEach(([name, value, change, fill], place) => {
    const part = (value / 1000) * width
    x -= part
    const start = 6.3 + place * 1.2
    const middle = x + part / 2
    out += appear(
      time,
      start,
      rect(x + 2, 170, (part - 4) * moved(time, start, 1), 84, fill, { rx: 6 }) +
        hebrew(middle, 204, `חברה ${name}`, { size: 19, weight: 700, fill: '#fff' }) +
        hebrew(middle, 232, `${value} מיליון ₪`, { size: 16, fill: '#fff' }),
    )
    out += appear(time, 15 + place, figure(middle, 288, `${value / 10}%`, { size: 28, weight: 700, fill }))
    const sign = change > 0 ? '+10%' : change < 0 ? '−5%' : '0%'
    const colourOf = change > 0 ? colour.greenInk : change < 0 ? '#a8261c' : colour.ink3
    out += appear(
      time,
      24 + place,
      figure(middle, 326, sign, { size: 24, weight: 700, fill: colourOf }) +
        (change === 0
          ? ''
          : path(change > 0 ? `M${middle + 44} 326v-18m-7 7 7-7 7 7` : `M${middle + 40} 308v18m-7-7 7 7 7-7`, {
              stroke: colourOf,
              'stroke-width': 3,
              'stroke-linecap': 'round',
            })),
    )
  })
  const level = 1000 + 35 * moved(time, 34, 3)
  out += appear(
    time,
    33.3,
    line(left, 350, 800, 350, colour.rule2) +
      hebrew(800, 390, 'לפי שווי שוק', { size: 19, align: 'right' }) +
      figure(left, 392, level.toLocaleString('en-US', { maximumFractionDigits: 0 }), {
        size: 28,
        weight: 700,
        align: 'left',
        fill: colour.greenInk,
      }) +
      rect(200, 374, (420 * (level - 1000)) / 35, 18, colour.green, { rx: 4 }),
  )
  out += appear(
    time,
    43.3,
    hebrew(800, 430, 'שווה לכולן', { size: 19, align: 'right' }) +
      figure(left, 432, '1,016.7', { size: 28, weight: 700, align: 'left', fill: colour.saffron }) +
      rect(200, 414, 420 * (16.67 / 35) * moved(time, 43.3, 2), 18, colour.saffron, { rx: 4 }),
  )
  return out
}
