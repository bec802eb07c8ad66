import { colour, line, path, rect } from '../look.mjs'
import { circle, floor, many, numbersOf, walk } from '../shapes.mjs'

const { ink, green, saffron, card } = colour

/** The chart that the subject of each course would be drawn with. */
export const investments = {
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
}
