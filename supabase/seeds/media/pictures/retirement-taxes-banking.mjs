import { colour, line, path, rect } from '../look.mjs'
import { circle, floor, many, numbersOf, ring, walk } from '../shapes.mjs'

const { ink, green, saffron, rule2, card } = colour

/** The chart that the subject of each course would be drawn with. */
export const retirementTaxesBanking = {
  'plain-pension': () => {
    const next = numbersOf('plain-pension')
    return (
      many(12, (i) =>
        ring(
          640,
          360,
          70,
          150 + next() * 170,
          i / 12 + 0.006,
          (i + 1) / 12 - 0.006,
          i % 4 === 1 ? saffron : i === 6 ? green : ink,
          { opacity: i % 4 === 1 || i === 6 ? 1 : 0.4 + next() * 0.5 },
        ),
      ) +
      circle(640, 360, 52, card) +
      circle(640, 360, 20, green)
    )
  },
  'study-fund': () =>
    floor(610) +
    many(6, (i) =>
      rect(170 + i * 164, 606 - (i + 1) * 78, 122, (i + 1) * 78, i === 5 ? green : ink, {
        rx: 6,
        opacity: i === 5 ? 1 : 0.38 + i * 0.1,
      }),
    ) +
    many(5, (i) =>
      path(`M${250 + i * 164} ${500 - i * 78}l60 -34`, {
        stroke: saffron,
        'stroke-width': 7,
        'stroke-linecap': 'round',
      }),
    ) +
    circle(1051, 92, 26, saffron),
  'planning-retirement': () =>
    path('M110 600C420 580 620 420 760 150L760 600Z', { fill: ink, opacity: 0.9 }) +
    path('M776 150C880 300 1000 470 1170 540V600H776Z', { fill: green }) +
    floor(602, 110, 1170) +
    line(768, 90, 768, 640, saffron, 6, { 'stroke-dasharray': '16 12' }) +
    circle(768, 90, 18, saffron) +
    many(5, (i) => line(250 + i * 110, 600, 250 + i * 110, 575 - i * i * 17, card, 3, { opacity: 0.3 })),
  payslip: () => {
    const parts = [
      [0, 470, ink, 1],
      [60, 96, saffron, 1],
      [156, 62, saffron, 0.7],
      [218, 48, saffron, 0.45],
      [266, 204, green, 1],
    ]
    return (
      parts
        .map(
          ([from, height, fill, opacity], i) =>
            rect(160 + i * 206, 120 + (i === 0 ? 0 : from), 140, i === 0 ? 470 : height, fill, { rx: 6, opacity }) +
            (i > 0 && i < 4
              ? line(160 + i * 206 + 140, 120 + from + height, 160 + (i + 1) * 206, 120 + from + height, ink, 3, {
                  'stroke-dasharray': '8 8',
                })
              : ''),
        )
        .join('') +
      rect(366, 120, 140, 60, saffron, { rx: 6 }) +
      line(300, 122, 366, 122, ink, 3, { 'stroke-dasharray': '8 8' }) +
      floor(592)
    )
  },
  'tax-on-gains': () => {
    const next = numbersOf('tax-on-gains')
    const ys = walk(next, 13, 480, -26, 110)
    const points = ys.map((y, i) => [110 + i * 88, Math.max(110, Math.min(560, y))])
    const way = `M${points.map(([x, y]) => `${x} ${y.toFixed(0)}`).join('L')}`
    return (
      path(`${way}V610H110Z`, { fill: ink, opacity: 0.14 }) +
      path(way, { stroke: ink, 'stroke-width': 9, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }) +
      line(110, 480, 1166, 480, ink, 3, { 'stroke-dasharray': '12 12' }) +
      rect(1080, points[12][1], 86, (480 - points[12][1]) * 0.25, saffron, { rx: 4 }) +
      rect(1080, points[12][1] + (480 - points[12][1]) * 0.25, 86, (480 - points[12][1]) * 0.75, green, { rx: 4 }) +
      floor(612)
    )
  },
  'self-employed': () =>
    floor(542, 150, 1130) +
    many(12, (i) => {
      const flow = [150, 210, -60, 120, 260, -110, 90, 180, -80, 240, 300, 200][i]
      return rect(
        164 + i * 81,
        flow > 0 ? 540 - flow : 546,
        54,
        Math.abs(flow),
        flow > 0 ? (i === 10 ? green : ink) : saffron,
        { rx: 5 },
      )
    }),
  mortgage: () =>
    floor(604) +
    many(20, (i) => {
      const principal = 140 + 300 * (i / 19) ** 1.25
      const x = 140 + i * 50.5
      return (
        rect(x, 604 - principal, 36, principal - 2, ink) +
        rect(x, 130, 36, 474 - principal - 6, saffron, { opacity: 0.62 })
      )
    }) +
    path('M122 150L640 46L1158 150', {
      stroke: green,
      'stroke-width': 11,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }),
  'bank-account': () => {
    const steps = [250, 250, 330, 330, 420, 420, 505, 505, 190, 190, 270, 270, 365, 365]
    const points = steps.map((y, i) => `${120 + Math.ceil(i / 2) * 148} ${y}`)
    return (
      line(120, 450, 1160, 450, ink, 3, { 'stroke-dasharray': '12 12' }) +
      rect(564, 450, 148, 55, '#a8261c', { opacity: 0.8 }) +
      path(`M${points.join('L')}`, {
        stroke: ink,
        'stroke-width': 10,
        'stroke-linejoin': 'round',
        'stroke-linecap': 'round',
      }) +
      circle(712, 190, 24, green) +
      circle(120, 250, 16, ink) +
      many(8, (i) =>
        rect(130 + i * 132, 640 - [30, 52, 24, 66, 84, 38, 56, 30][i], 84, [30, 52, 24, 66, 84, 38, 56, 30][i], ink, {
          opacity: 0.3,
          rx: 4,
        }),
      )
    )
  },
  credit: () => {
    const arcs = [
      [0.86, green],
      [0.62, ink],
      [0.44, saffron],
      [0.3, ink],
    ]
    return (
      arcs
        .map(
          ([part, fill], i) =>
            ring(640, 560, 410 - i * 82, 466 - i * 82, -0.25, 0.25, rule2, { opacity: 0.55 }) +
            ring(640, 560, 410 - i * 82, 466 - i * 82, -0.25, -0.25 + part * 0.5, fill, {
              opacity: fill === ink ? 0.85 - i * 0.1 : 1,
            }),
        )
        .join('') +
      line(140, 562, 1140, 562, ink, 4, { 'stroke-linecap': 'round' }) +
      circle(640, 562, 16, ink)
    )
  },
}
