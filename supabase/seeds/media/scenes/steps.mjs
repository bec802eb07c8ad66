import { appear, colour, figure, hebrew, line, moved, path, rect } from '../look.mjs'

const FLOOR = 404
const steps = [
  [0, 5000, 0.1, '₪500', 15.5],
  [5000, 10000, 0.2, '₪1,000', 17.3],
  [10000, 12000, 0.3, '₪600', 19.1],
]

/** Tax steps: the width is income, the height is the rate, so the area is the tax. */
export function brackets(time) {
  const x = (income) => 74 + income * 0.0545
  const y = (rate) => FLOOR - rate * 720
  let out = ''
  const frame = (from, to, rate, start) =>
    appear(
      time,
      start,
      rect(x(from), y(rate), x(to) - x(from), FLOOR - y(rate), colour.card, {
        stroke: colour.rule2,
        'stroke-dasharray': '4 5',
      }) + figure((x(from) + x(to)) / 2, y(rate) - 10, `${rate * 100}%`, { size: 22, weight: 700 }),
    )
  out += frame(0, 5000, 0.1, 6.5) + frame(5000, 10000, 0.2, 8.5) + frame(10000, 13000, 0.3, 10.5)
  for (const [from, to, rate, tax, start] of steps) {
    if (time < start) continue
    const width = (x(to) - x(from)) * moved(time, start, 1.4)
    out += rect(x(from), y(rate), width, FLOOR - y(rate), rate === 0.3 ? colour.saffron : colour.ink, {
      opacity: rate === 0.1 ? 0.7 : 1,
    })
    if (time >= 22)
      out += appear(
        time,
        22 + rate * 10 - 1,
        figure((x(from) + x(to)) / 2, (y(rate) + FLOOR) / 2 + 8, tax, {
          size: rate === 0.3 ? 20 : 24,
          weight: 700,
          fill: '#fff',
        }),
      )
  }
  if (time >= 37) {
    out += rect(x(12000), y(0.3), (x(13000) - x(12000)) * moved(time, 37, 1.4), FLOOR - y(0.3), '#a8261c')
    out += appear(
      time,
      38,
      figure((x(12000) + x(13000)) / 2, (y(0.3) + FLOOR) / 2 + 8, '₪300', { size: 17, weight: 700, fill: '#fff' }),
    )
  }
  if (time >= 30)
    out += appear(
      time,
      30,
      path(`M${x(0)} ${y(0.175)}H${x(12000)}`, { stroke: '#37c197', 'stroke-width': 3, 'stroke-dasharray': '8 6' }) +
        figure(x(0) + 8, y(0.175) - 10, '17.5%', { size: 22, weight: 700, fill: colour.greenInk, align: 'left' }),
    )
  out += line(74, FLOOR, 800, FLOOR, colour.ink, 2)
  for (const income of [0, 5000, 10000, 12000, 13000])
    out += figure(x(income), FLOOR + 24, income === 0 ? '0' : `₪${income / 1000}K`, { size: 15, fill: colour.ink2 })
  return out
}

/** Two ways with the same average: a steady one and a shaky one. */
export function risk(time) {
  const x = (year) => 110 + year * 55
  const y = (value) => FLOOR - (value - 80) * 2.6
  const steady = Array.from({ length: 11 }, (_, year) => 100 * 1.05 ** year)
  const shaky = Array.from({ length: 11 }, (_, year) => 100 * 1.0625 ** Math.floor(year / 2) * (year % 2 ? 1.25 : 1))
  const draw = (values, until, stroke) => {
    const whole = Math.floor(until)
    const points = values.slice(0, whole + 1).map((value, year) => `${x(year)} ${y(value).toFixed(1)}`)
    if (whole < 10) {
      const part = until - whole
      const value = values[whole] + (values[whole + 1] - values[whole]) * part
      points.push(`${x(until).toFixed(1)} ${y(value).toFixed(1)}`)
    }
    return path(`M${points.join('L')}`, {
      stroke,
      'stroke-width': 4,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    })
  }
  let out = ''
  for (const value of [100, 120, 140, 160])
    out +=
      line(x(0), y(value), x(10), y(value), colour.rule) +
      figure(x(0) - 12, y(value) + 5, `₪${value}`, { size: 14, weight: 400, fill: colour.ink3, align: 'right' })
  for (let year = 0; year <= 10; year += 2)
    out += figure(x(year), FLOOR + 24, String(year), { size: 15, fill: colour.ink2 })
  out += hebrew(x(10) + 50, FLOOR + 24, 'שנים', { size: 15, fill: colour.ink3, weight: 400 })
  if (time >= 6) out += draw(steady, moved(time, 6, 7) * 10, colour.green)
  out += appear(
    time,
    14,
    figure(x(10) + 14, y(162.89) + 6, '₪162.89', { size: 21, weight: 700, fill: colour.greenInk, align: 'left' }),
  )
  if (time >= 21) out += draw(shaky, Math.min(10, (time - 21) * 0.9), colour.saffron)
  out += appear(
    time,
    46,
    figure(x(10) + 14, y(135.41) + 6, '₪135.41', { size: 21, weight: 700, fill: colour.saffron, align: 'left' }),
  )
  if (time >= 38) {
    out += appear(
      time,
      38,
      path(`M${x(2)} ${FLOOR - 12}V${y(106.25) + 8}M${x(0)} ${FLOOR - 12}V${y(100) + 8}`, {
        stroke: colour.ink3,
        'stroke-dasharray': '4 5',
      }) + figure((x(0) + x(2)) / 2, FLOOR - 14, '× 1.0625', { size: 18, weight: 700 }),
    )
  }
  return out
}
