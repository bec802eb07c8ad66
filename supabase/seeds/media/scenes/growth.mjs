import { balance, grow, growWithFee, payment } from '../../content/figures.ts'
import { appear, colour, figure, hebrew, line, moved, path, rect, shekels } from '../look.mjs'

const FLOOR = 408

/** Compound interest: three wide columns first, then thirty narrow ones. */
export function compound(time) {
  return time < 32 ? firstYears(time) : thirtyYears(time)
}

function firstYears(time) {
  const scale = 205 / 1144.9
  const column = (x, year, start) => {
    const value = grow(1000, 0.07, year)
    const rise = moved(time, start, 1.2)
    const base = 1000 * scale * (year === 0 ? rise : 1)
    const interest = (value - 1000) * scale * rise
    return appear(
      time,
      start,
      rect(x, FLOOR - base, 110, base, colour.ink, { rx: 4 }) +
        rect(x, FLOOR - base - interest - 2, 110, interest, colour.green, { rx: 3 }) +
        figure(x + 55, FLOOR - base - interest - 16, shekels(value, value % 1 ? 2 : 0), { size: 22, weight: 700 }) +
        hebrew(x + 55, FLOOR + 26, year === 0 ? 'היום' : `אחרי שנה ${year}`, { fill: colour.ink2 }),
    )
  }
  return line(100, FLOOR, 754, FLOOR, colour.rule2) + column(170, 0, 6) + column(372, 1, 15) + column(574, 2, 23)
}

function thirtyYears(time) {
  const scale = 212 / grow(1000, 0.07, 30)
  const left = 74
  const step = 24
  const shown = moved(time, 32, 7) * 30
  let out = [0, 2000, 4000, 6000]
    .map(
      (value) =>
        line(left, FLOOR - value * scale, 800, FLOOR - value * scale, colour.rule) +
        figure(left - 10, FLOOR - value * scale + 5, shekels(value), {
          size: 14,
          weight: 400,
          fill: colour.ink3,
          align: 'right',
        }),
    )
    .join('')
  for (let year = 1; year <= 30; year += 1) {
    const part = Math.min(1, Math.max(0, shown - year + 1))
    const height = (grow(1000, 0.07, year) - 1000) * scale * part
    const x = left + 6 + (year - 1) * step
    const late = time >= 49 && year > 20
    out += rect(x, FLOOR - 1000 * scale - height, 15, height, late ? colour.saffron : colour.green, { rx: 2 })
    out += rect(x, FLOOR - 1000 * scale * Math.min(1, part * 3), 15, 1000 * scale * Math.min(1, part * 3), colour.ink)
    if (year === 1 || year % 10 === 0) out += figure(x + 7, FLOOR + 24, String(year), { size: 15, fill: colour.ink2 })
  }
  out += hebrew(left + 30 * step + 30, FLOOR + 24, 'שנה', { size: 15, fill: colour.ink3, weight: 400 })
  for (const [year, start] of [
    [10, 40],
    [20, 43],
    [30, 46],
  ]) {
    const value = grow(1000, 0.07, year)
    const x = left + 13 + (year - 1) * step
    out += appear(
      time,
      start,
      figure(x, FLOOR - value * scale - 12, shekels(value), {
        size: 21,
        weight: 700,
        fill: colour.greenInk,
        align: year === 30 ? 'right' : 'center',
      }),
    )
  }
  const spans = [
    [1, 20, '+₪2,870', colour.greenInk, 205],
    [21, 30, '+₪3,742', colour.saffron, 205],
  ]
  return (
    out +
    spans
      .map(([from, to, words, fill, y]) => {
        const a = left + 6 + (from - 1) * step
        const b = left + 21 + (to - 1) * step
        const right = from === 1 ? b : a + 70
        return appear(
          time,
          49.5,
          (from === 1 ? path(`M${a} ${y + 14}v-8H${right}v8`, { stroke: fill, 'stroke-width': 2 }) : '') +
            figure((a + (from === 1 ? b : a + 60)) / 2 + (from === 1 ? 0 : 10), y, words, {
              size: 20,
              weight: 700,
              fill,
            }),
        )
      })
      .join('')
  )
}

/** Three ends of the same sum: without a fee, with a small one and with a large one. */
export function fees(time) {
  const curves = [
    { fee: 0, start: 15, stroke: colour.ink3, name: 'בלי דמי ניהול', dash: '5 6' },
    { fee: 0.002, start: 23, stroke: colour.green, name: '0.2% בשנה' },
    { fee: 0.01, start: 31, stroke: colour.saffron, name: '1% בשנה' },
  ]
  const x = (year) => 110 + year * 16.5
  const y = (value) => FLOOR - ((value - 0) / 450000) * 250
  const points = (fee, until) =>
    Array.from({ length: 61 }, (_, index) => Math.min(until, index / 2)).map(
      (year) => `${x(year).toFixed(1)} ${y(growWithFee(100000, 0.05, fee, year)).toFixed(1)}`,
    )
  let out = [0, 100000, 200000, 300000, 400000]
    .map(
      (value) =>
        line(x(0), y(value), x(30), y(value), colour.rule) +
        figure(x(0) - 12, y(value) + 5, value ? `₪${value / 1000}K` : '₪0', {
          size: 14,
          weight: 400,
          fill: colour.ink3,
          align: 'right',
        }),
    )
    .join('')
  for (const year of [0, 10, 20, 30]) out += figure(x(year), FLOOR + 24, String(year), { size: 15, fill: colour.ink2 })
  out += hebrew(x(30) + 46, FLOOR + 24, 'שנים', { size: 15, fill: colour.ink3, weight: 400 })
  out += appear(
    time,
    6.3,
    tagDot(x(0), y(100000)) + figure(x(0) + 14, y(100000) + 30, '₪100,000', { size: 19, weight: 700, align: 'left' }),
  )
  if (time >= 39) {
    const gap = `M${points(0.002, 30).join('L')}L${points(0.01, 30).reverse().join('L')}Z`
    out += appear(time, 39, path(gap, { fill: colour.saffronWash }))
  }
  for (const { fee, start, stroke, name, dash } of curves) {
    const until = moved(time, start, 3.5) * 30
    if (time < start) continue
    out += path(`M${points(fee, until).join('L')}`, {
      stroke,
      'stroke-width': 4,
      'stroke-linecap': 'round',
      'stroke-dasharray': dash,
    })
    const end = growWithFee(100000, 0.05, fee, 30)
    const shift = fee === 0 ? -14 : fee === 0.002 ? 20 : 26
    out += appear(
      time,
      start + 3,
      figure(x(30) + 12, y(end) + shift, shekels(end), { size: 20, weight: 700, fill: stroke, align: 'left' }) +
        hebrew(x(30) + 12, y(end) + shift + 19, name, { size: 15, fill: colour.ink2, align: 'left' }),
    )
  }
  if (time >= 39) {
    const foot = y(150000)
    out += appear(
      time,
      40,
      path(`M${x(28.5)} ${y(330000)}V${foot - 24}`, { stroke: colour.saffron, 'stroke-width': 2 }) +
        figure(x(28.5), foot, '₪87,307', { size: 24, weight: 700, fill: colour.saffron }) +
        hebrew(x(28.5), foot + 22, 'ההפרש', { size: 16, fill: colour.ink2 }),
    )
  }
  return out
}

const tagDot = (x, y) => `<circle cx="${x}" cy="${y}" r="6" fill="${colour.ink}"/>`

/** A mortgage: one payment cut in two, then twenty-five years of payments. */
export function mortgage(time) {
  return time < 38 ? onePayment(time) : schedule(time)
}

function onePayment(time) {
  const width = 640
  const left = 107
  const share = 2250 / 3335
  let out = appear(
    time,
    7.3,
    figure(427, 205, '₪600,000', { size: 40, weight: 700 }) +
      hebrew(427, 235, '25 שנה, ריבית קבועה של 4.5%', { size: 18, fill: colour.ink2 }),
  )
  out += appear(time, 15, rect(left, 280, width * moved(time, 15, 1.5), 74, colour.ink, { rx: 6 }))
  out += appear(
    time,
    16,
    hebrew(left + width, 268, 'תשלום חודשי', { size: 16, fill: colour.ink2, align: 'right' }) +
      figure(left, 268, '₪3,335', { size: 22, weight: 700, align: 'left' }),
  )
  if (time >= 22) {
    out += rect(left, 280, width * share * moved(time, 22, 1.5), 74, colour.saffron, { rx: 6 })
    out += appear(
      time,
      23,
      figure(left + (width * share) / 2, 326, '₪2,250', { size: 26, weight: 700, fill: '#fff' }) +
        hebrew(left + (width * share) / 2, 382, 'ריבית', { size: 18, fill: colour.saffron }),
    )
  }
  if (time >= 30) {
    const middle = left + width * (share + (1 - share) / 2)
    out += appear(
      time,
      30.3,
      figure(middle, 326, '₪1,085', { size: 26, weight: 700, fill: '#fff' }) + hebrew(middle, 382, 'קרן', { size: 18 }),
    )
  }
  return out
}

function schedule(time) {
  const rate = 0.045 / 12
  const yearly = payment(600000, rate, 300) * 12
  const scale = 200 / yearly
  const shown = moved(time, 38, 6.5) * 25
  let out = line(80, FLOOR, 790, FLOOR, colour.rule2)
  for (let year = 1; year <= 25; year += 1) {
    const principal = balance(600000, rate, 300, (year - 1) * 12) - balance(600000, rate, 300, year * 12)
    const part = Math.min(1, Math.max(0, shown - year + 1))
    const x = 88 + (year - 1) * 28
    const marked = time >= 46 && year === 11
    out += rect(
      x,
      FLOOR - yearly * scale * part,
      20,
      (yearly - principal) * scale * part,
      marked ? colour.saffron : '#e2b767',
    )
    out += rect(x, FLOOR - principal * scale * part, 20, principal * scale * part, colour.ink)
    if (marked)
      out += appear(time, 46, figure(x + 10, FLOOR - 218, '11', { size: 22, weight: 700, fill: colour.saffron }))
    if ([1, 5, 10, 15, 20, 25].includes(year))
      out += figure(x + 10, FLOOR + 24, String(year), { size: 15, fill: colour.ink2 })
  }
  const key = (x, words, fill) =>
    rect(x, 172, 16, 16, fill, { rx: 3 }) + hebrew(x + 24, 186, words, { size: 17, align: 'left' })
  out += appear(time, 38.5, key(88, 'ריבית', '#e2b767') + key(176, 'קרן', colour.ink))
  out += appear(
    time,
    53.3,
    figure(640, 186, '₪600,000 + ₪400,498 = ₪1,000,498', { size: 21, weight: 700, fill: colour.greenInk }),
  )
  return out
}
