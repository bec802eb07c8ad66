import { colour, line, path, rect } from '../look.mjs'
import { circle, floor, many, numbersOf } from '../shapes.mjs'

const { ink, green, saffron, rule2, card } = colour

/** The chart that the subject of each course would be drawn with. */
export const financeBasics = {
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
}
