import { washes } from './course-pictures.mjs'
import { colour, line, path, rect, tag } from './look.mjs'
import { circle, many } from './shapes.mjs'

const { ink, green, saffron, rule2, card, paper } = colour
const svg = (width, height, ground, inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${rect(0, 0, width, height, ground)}${inner}</svg>`

const grounds = [
  [colour.greenWash, green],
  [colour.saffronWash, saffron],
  [colour.blueWash, ink],
]

/** A portrait as a struck coin: initials inside an edge whose notches are a little chart of their own. */
export function portrait(name, place) {
  const [ground, edge] = grounds[place % grounds.length]
  const initials = name
    .split(' ')
    .map((word) => word[0])
    .join('')
  const notches = many(60, (i) => {
    const height = 10 + 9 * Math.sin(i * (0.35 + place * 0.11)) + 7 * Math.sin(i * 0.9 + place)
    return tag('rect', {
      x: 158.5,
      y: 22,
      width: 3,
      height: Math.max(5, height + 6),
      rx: 1.5,
      fill: edge,
      opacity: 0.8,
      transform: `rotate(${i * 6} 160 160)`,
    })
  })
  const letters = tag(
    'text',
    { x: 160, y: 196, class: 'serif', direction: 'rtl', 'text-anchor': 'middle', 'font-size': 104, fill: '#fffdf9' },
    initials,
  )
  return svg(
    320,
    320,
    ground,
    notches +
      circle(160, 160, 98, edge) +
      circle(160, 160, 88, 'none', { stroke: '#fffdf9', 'stroke-width': 1.5, opacity: 0.6 }) +
      letters,
  )
}

const covers = {
  'what-you-will-find-here': () =>
    many(
      6,
      (i) =>
        rect(110, 130 + i * 74, 980, 54, card, { rx: 6 }) +
        circle(1050, 157 + i * 74, 14, i < 2 ? green : 'none', { stroke: i < 2 ? green : ink, 'stroke-width': 3 }) +
        rect(1000 - [420, 560, 380, 500, 300, 460][i], 150 + i * 74, [420, 560, 380, 500, 300, 460][i], 14, ink, {
          opacity: 0.8 - i * 0.08,
          rx: 4,
        }) +
        rect(150, 150 + i * 74, 70, 14, saffron, { rx: 4, opacity: 0.7 }),
    ),
  'how-the-price-index-is-made': () =>
    many(8, (c) =>
      many(5, (r) =>
        rect(
          120 + c * 122,
          100 + r * 98,
          104,
          82,
          (c * 5 + r * 3) % 7 === 0 ? saffron : (c + r * 2) % 9 === 0 ? green : ink,
          { rx: 8, opacity: 0.25 + ((c * 7 + r * 5) % 8) * 0.09 },
        ),
      ),
    ),
  'vat-and-the-price': () =>
    rect(300, 122, 600, 72, saffron, { rx: 6 }) +
    rect(300, 206, 600, 400, ink, { rx: 6 }) +
    many(7, (i) => line(320, 250 + i * 48, 880, 250 + i * 48, card, 2, { opacity: 0.22 })) +
    path('M950 120v74M930 120h40M930 194h40', { stroke: saffron, 'stroke-width': 6, 'stroke-linecap': 'round' }) +
    path('M250 206v400M230 206h40M230 606h40', { stroke: ink, 'stroke-width': 6, 'stroke-linecap': 'round' }),
  'reading-a-tax-table': () =>
    many(7, (i) =>
      rect(140 + i * 134, 610 - (i + 1) * 66, 126, (i + 1) * 66, i === 6 ? saffron : ink, {
        rx: 4,
        opacity: i === 6 ? 1 : 0.34 + i * 0.1,
      }),
    ) +
    path('M140 580C420 540 760 430 1070 300', {
      stroke: green,
      'stroke-width': 9,
      'stroke-dasharray': '24 16',
      'stroke-linecap': 'round',
    }),
  'from-the-central-bank-to-your-payment': () =>
    many(5, (i) =>
      circle(600, 350, 60 + i * 62, 'none', {
        stroke: i === 0 ? green : ink,
        'stroke-width': 14 - i * 2.4,
        opacity: 1 - i * 0.17,
      }),
    ) +
    circle(600, 350, 30, green) +
    many(4, (i) =>
      circle(
        600 + (122 + i * 62) * Math.cos(0.6 + i * 1.7),
        350 + (122 + i * 62) * Math.sin(0.6 + i * 1.7),
        20,
        saffron,
      ),
    ),
  'mean-and-common-wage': () =>
    path('M110 600C220 600 270 180 400 170C560 160 620 520 1100 590V600Z', { fill: ink, opacity: 0.88 }) +
    line(430, 110, 430, 630, green, 7) +
    line(600, 110, 600, 630, saffron, 7, { 'stroke-dasharray': '20 14' }) +
    line(100, 602, 1110, 602, ink, 4),
  'the-price-of-waiting': () =>
    path('M110 590C420 570 800 440 1090 110', { stroke: green, 'stroke-width': 12, 'stroke-linecap': 'round' }) +
    path('M480 590C640 580 880 500 1090 320', { stroke: ink, 'stroke-width': 9, 'stroke-linecap': 'round' }) +
    path('M800 590C900 580 1000 550 1090 490', { stroke: saffron, 'stroke-width': 9, 'stroke-linecap': 'round' }) +
    [110, 480, 800].map((x) => circle(x, 590, 17, ink)).join('') +
    line(90, 620, 1110, 620, ink, 4),
  'five-questions-before-a-loan': () =>
    many(
      5,
      (i) =>
        circle(210 + i * 195, 350, 78, i === 2 ? saffron : 'none', {
          stroke: i === 2 ? saffron : ink,
          'stroke-width': 8,
          opacity: 1 - Math.abs(2 - i) * 0.18,
        }) + (i < 4 ? line(290 + i * 195, 350, 325 + i * 195, 350, ink, 8) : ''),
    ) +
    rect(180, 520, 840, 26, ink, { rx: 8, opacity: 0.25 }) +
    rect(560, 520, 460, 26, green, { rx: 8 }),
  'boring-diversification': () =>
    many(10, (c) =>
      many(6, (r) =>
        circle(150 + c * 100, 100 + r * 95, 30, (c * 6 + r) % 13 === 4 ? saffron : (c + r) % 6 === 0 ? green : ink, {
          opacity: (c * 3 + r * 5) % 7 === 0 ? 0.25 : 0.8,
        }),
      ),
    ),
  'twelve-terms': () =>
    many(
      12,
      (i) =>
        rect(130 + (i % 4) * 240, 110 + Math.floor(i / 4) * 166, 216, 142, i === 5 ? green : card, { rx: 10 }) +
        rect(238 + (i % 4) * 240, 150 + Math.floor(i / 4) * 166, 82, 12, i === 5 ? card : ink, { rx: 4 }) +
        many(2, (r) =>
          rect(
            160 + (i % 4) * 240 + r * 34,
            182 + Math.floor(i / 4) * 166 + r * 26,
            160 - r * 34,
            8,
            i === 5 ? card : rule2,
            { rx: 4 },
          ),
        ),
    ),
}

const slugs = Object.keys(covers)
const coverGrounds = [washes['finance-basics'], washes.retirement, washes.taxes, washes.investments, washes.banking]

export const coverSlugs = slugs

/** The cover of an article, 1200 by 675. */
export const cover = (slug) => svg(1200, 675, coverGrounds[slugs.indexOf(slug) % coverGrounds.length], covers[slug]())

/** What is shown where a link to the academy is shared, 1200 by 630. */
export function social() {
  let saved = 0
  const bars = many(30, (i) => {
    for (let month = 0; month < 12; month += 1) saved = saved * (1 + 0.07 / 12) + 100
    const [paid, all] = [(i + 1) * 1200, saved].map((value) => (value / 122000) * 380)
    return rect(70 + i * 17, 520 - all, 11, all - paid, green, { rx: 2 }) + rect(70 + i * 17, 520 - paid, 11, paid, ink)
  })
  const words = (y, size, text, more = {}) =>
    tag('text', { x: 1130, y, direction: 'rtl', 'text-anchor': 'start', 'font-size': size, fill: ink, ...more }, text)
  return svg(
    1200,
    630,
    paper,
    line(60, 522, 590, 522, ink, 3) +
      bars +
      words(232, 108, 'האקדמיה', { class: 'serif' }) +
      words(348, 108, 'לפיננסים', { class: 'serif' }) +
      words(420, 31, 'לימודי כלכלה ופיננסים בעברית', { fill: colour.ink2 }) +
      rect(930, 458, 200, 54, colour.greenWash, { rx: 27 }) +
      tag(
        'text',
        {
          x: 1030,
          y: 494,
          direction: 'rtl',
          'text-anchor': 'middle',
          'font-size': 25,
          'font-weight': 600,
          fill: colour.greenInk,
        },
        'חינם, ויישאר חינם',
      ) +
      line(0, 626, 1200, 626, green, 8),
  )
}
