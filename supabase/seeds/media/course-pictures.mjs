import { colour, line, path, rect, tag } from './look.mjs'

/** The quiet ground of each category. */
export const washes = {
  'finance-basics': colour.greenWash,
  investments: colour.blueWash,
  insurance: colour.stoneWash,
  retirement: colour.saffronWash,
  taxes: colour.redWash,
  banking: colour.stoneWash,
}

const W = 1280
const H = 720
const { ink, green, saffron, rule2, card } = colour

/** A repeatable sequence of numbers from 0 to 1, begun by a word. */
export function numbersOf(word) {
  let state = [...word].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) | 0
    return ((state >>> 8) & 0xffff) / 0xffff
  }
}

const many = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join('')
const circle = (cx, cy, r, fill, more = {}) => tag('circle', { cx, cy, r, fill, ...more })
const floor = (y, from = 120, to = 1160) => line(from, y, to, y, ink, 4, { 'stroke-linecap': 'round' })
const polar = (cx, cy, radius, angle) => [cx + radius * Math.sin(angle), cy - radius * Math.cos(angle)]

const ring = (cx, cy, inner, outer, from, to, fill, more = {}) => {
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

const walk = (next, count, start, drift, shake) => {
  let at = start
  return Array.from({ length: count }, () => {
    at += drift + (next() - 0.5) * shake
    return at
  })
}

/** One drawing for each course: the chart that its subject would be drawn with. */
export const pictures = {
  'compound-interest': () =>
    floor(600) +
    many(16, (i) => {
      const height = 60 * 1.135 ** i
      const x = 152 + i * 62
      return (
        rect(x, 598 - 52, 40, 52, ink) +
        rect(x, 598 - 52 - height + 8, 40, height - 8, green, { opacity: 0.45 + i * 0.036, rx: 3 })
      )
    }),
  'household-budget': () => {
    const rows = [
      [0.35, ink, 1],
      [0.2, ink, 0.72],
      [0.1, ink, 0.5],
      [0.06, saffron, 1],
      [0.1, green, 1],
      [0.19, rule2, 1],
    ]
    let x = 1130
    const bar = rows.map(([part, fill, opacity]) => {
      x -= part * 980
      return rect(x, 130, part * 980 - 8, 86, fill, { opacity, rx: 6 })
    })
    return (
      bar.join('') +
      many(
        6,
        (i) =>
          line(150, 350 + i * 56, 1130, 350 + i * 56, ink, 1.5, { opacity: 0.35 }) +
          rect(1130 - rows[i][0] * 1500, 318 + i * 56, rows[i][0] * 1500, 18, rows[i][1], {
            opacity: rows[i][2],
            rx: 4,
          }),
      )
    )
  },
  inflation: () => {
    const sizes = [1, 0.86, 0.74, 0.64, 0.55]
    let x = 110
    return (
      sizes
        .map((size, i) => {
          const [width, height] = [330 * size, 190 * size]
          const y = 470 - height
          const note =
            rect(x, y, width, height, i === 0 ? card : colour.greenWash, {
              rx: 12,
              stroke: i === 0 ? green : ink,
              'stroke-width': 4,
              'stroke-opacity': 1 - i * 0.13,
            }) +
            circle(x + width / 2, y + height / 2, height * 0.28, i === 0 ? green : 'none', {
              stroke: ink,
              'stroke-width': i === 0 ? 0 : 3,
              opacity: 1 - i * 0.13,
            })
          x += width - 60 * size
          return note
        })
        .reverse()
        .join('') +
      floor(590, 110, 1170) +
      path('M110 560C400 545 800 470 1170 210', { stroke: saffron, 'stroke-width': 9, 'stroke-linecap': 'round' })
    )
  },
  'emergency-fund': () =>
    many(6, (i) =>
      rect(330 + i * 14, 545 - i * 74, 620 - i * 28, 60, i < 2 ? green : ink, {
        rx: 10,
        opacity: i < 2 ? 1 : 0.85 - i * 0.13,
      }),
    ) +
    path('M190 620H1090', { stroke: ink, 'stroke-width': 4, 'stroke-linecap': 'round' }) +
    path('M640 70v66', { stroke: saffron, 'stroke-width': 9, 'stroke-linecap': 'round' }) +
    path('M606 108l34 36 34-36', {
      stroke: saffron,
      'stroke-width': 9,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }),
  'out-of-debt': () =>
    floor(600) +
    many(11, (i) => {
      const height = 430 * (1 - i / 11) ** 1.15
      return rect(150 + i * 92, 598 - height, 64, height, i > 7 ? green : ink, {
        opacity: i > 7 ? 1 : 0.9 - i * 0.05,
        rx: 4,
      })
    }) +
    path('M182 140C460 250 800 480 1110 570', {
      stroke: saffron,
      'stroke-width': 7,
      'stroke-dasharray': '2 20',
      'stroke-linecap': 'round',
    }),
  'reading-numbers': () => {
    const next = numbersOf('reading-numbers')
    return (
      many(9, (column) =>
        many(5, (row) => {
          const size = 12 + next() * 30
          const marked = column === 6 && row === 1
          return circle(180 + column * 115, 150 + row * 105, marked ? 56 : size, marked ? saffron : ink, {
            opacity: marked ? 1 : 0.3 + next() * 0.5,
          })
        }),
      ) + line(120, 412, 1160, 412, green, 7, { 'stroke-dasharray': '26 16' })
    )
  },
  'money-decisions': () => {
    const branch = (x, y, dx, dy, fill, width) =>
      path(`M${x} ${y}C${x + dx * 0.5} ${y} ${x + dx * 0.5} ${y + dy} ${x + dx} ${y + dy}`, {
        stroke: fill,
        'stroke-width': width,
        'stroke-linecap': 'round',
      })
    const ends = [-78, 78]
    return (
      branch(180, 360, 330, -170, ink, 8) +
      branch(180, 360, 330, 170, green, 12) +
      circle(180, 360, 34, ink) +
      circle(510, 190, 26, ink) +
      circle(510, 530, 30, green) +
      ends
        .map(
          (dy) =>
            branch(510, 190, 280, dy, ink, 5) +
            circle(790, 190 + dy, 18, ink, { opacity: 0.7 }) +
            branch(510, 530, 280, dy, dy < 0 ? green : ink, dy < 0 ? 9 : 5) +
            circle(790, 530 + dy, dy < 0 ? 24 : 18, dy < 0 ? green : ink),
        )
        .join('') +
      many(8, (i) => {
        const y = 112 + Math.floor(i / 2) * 156 - (i % 2 ? -34 : 34) + (i > 3 ? 28 : 0)
        return rect(
          880,
          y - 12,
          [120, 190, 90, 150, 290, 210, 80, 140][i],
          24,
          i === 4 ? green : i === 5 ? saffron : ink,
          { rx: 5, opacity: i === 4 || i === 5 ? 1 : 0.4 },
        )
      })
    )
  },
  'index-funds': () => {
    const tiles = [
      [110, 110, 470, 500, ink, 0.92],
      [592, 110, 330, 290, ink, 0.72],
      [592, 412, 330, 198, green, 1],
      [934, 110, 236, 180, ink, 0.56],
      [934, 302, 236, 132, saffron, 1],
      [934, 446, 138, 164, ink, 0.42],
      [1084, 446, 86, 92, ink, 0.32],
      [1084, 550, 86, 60, green, 0.6],
    ]
    return tiles
      .map(([x, y, width, height, fill, opacity]) => rect(x, y, width, height, fill, { opacity, rx: 8 }))
      .join('')
  },
  'risk-and-diversification': () => {
    const next = numbersOf('risk-and-diversification')
    const fan = many(9, (i) => {
      const ys = walk(next, 12, 400, (i - 4) * 5.5 - 4, 62)
      return path(`M110 400L${ys.map((y, step) => `${200 + step * 88} ${y.toFixed(0)}`).join('L')}`, {
        stroke: ink,
        'stroke-width': 3,
        opacity: 0.3,
        'stroke-linejoin': 'round',
      })
    })
    return (
      path('M110 400C420 330 800 180 1168 120V600C800 590 420 480 110 400Z', { fill: card, opacity: 0.75 }) +
      fan +
      path('M110 400C420 385 800 330 1168 280', { stroke: green, 'stroke-width': 11, 'stroke-linecap': 'round' }) +
      circle(110, 400, 18, ink)
    )
  },
  bonds: () =>
    floor(470) +
    many(9, (i) => rect(160 + i * 104, 470 - 96, 46, 96, ink, { rx: 5, opacity: 0.8 })) +
    rect(160 + 9 * 104 - 14, 110, 74, 360, green, { rx: 6 }) +
    many(10, (i) => line(183 + i * 104, 500, 183 + i * 104, 520, ink, 4)) +
    path('M160 610C420 560 800 640 1160 580', { stroke: saffron, 'stroke-width': 8, 'stroke-linecap': 'round' }),
  'investment-costs': () => {
    const top = 'M120 560C520 520 860 380 1160 110'
    return (
      path(`${top}V330C860 470 520 545 120 560Z`, { fill: saffron, opacity: 0.35 }) +
      path('M120 560C520 545 860 470 1160 330V600H120Z', { fill: ink, opacity: 0.9 }) +
      path(top, { stroke: green, 'stroke-width': 10, 'stroke-linecap': 'round' }) +
      many(7, (i) => line(420 + i * 120, 600, 420 + i * 120, 560 - i * i * 6.4, card, 3, { opacity: 0.35 }))
    )
  },
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

const frame = (wash, inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${rect(0, 0, W, H, wash)}${inner}</svg>`

/** The picture of a course as SVG. */
export const coursePicture = (key, categorySlug) => frame(washes[categorySlug], pictures[key]())

/** What stands in where a course has no picture: the mark of the house on a ruled page. */
export const defaultCoursePicture = () =>
  frame(
    colour.stoneWash,
    many(11, (i) => line(0, 60 + i * 60, W, 60 + i * 60, rule2, 2, { opacity: 0.6 })) +
      line(1090, 0, 1090, H, saffron, 2, { opacity: 0.5 }) +
      many(4, (i) => rect(500 + i * 80, 500 - [90, 160, 240, 330][i], 28, [90, 160, 240, 330][i], ink, { rx: 14 })) +
      line(450, 522, 830, 522, ink, 18, { 'stroke-linecap': 'round' }) +
      circle(754, 170, 36, green),
  )
