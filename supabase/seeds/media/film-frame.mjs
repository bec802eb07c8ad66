import { growth, lines } from './charts/growth.mjs'
import { bars, shares } from './charts/parts.mjs'
import { steps, table, timeline } from './charts/rows.mjs'
import { colour, line, rect, tag } from './look.mjs'

export const WIDTH = 854
export const HEIGHT = 480

const charts = { growth, lines, bars, shares, steps, table, timeline }

export const frameCss = `.top{position:absolute;inset:0 0 auto;height:52px;padding:0 54px;display:flex;align-items:center;justify-content:space-between;border-bottom:1px solid ${colour.rule}}
.top h1{font-size:24px;line-height:1}
.top span{font-size:15px;color:${colour.ink3};font-weight:500}
.line{position:absolute;inset:66px 54px auto;font-size:22px;line-height:1.36;font-weight:600;text-wrap:balance}
.name{position:absolute;inset:70px 54px auto;font-size:44px;line-height:1.1}
.foot{position:absolute;inset:auto 54px 12px;font-size:14px;color:${colour.ink3};text-align:start}
.opening{position:absolute;inset:322px 40px auto;text-align:center;font-size:50px;line-height:1.1}
svg.scene{position:absolute;inset:0}`

const head = ({ title, course }) =>
  `<div class="top"><h1 class="serif">${title}</h1><span>${course}</span></div>`
const foot = '<p class="foot">האקדמיה לפיננסים · לימוד בלבד, אינו ייעוץ</p>'
const drawn = (chart, shown) => (shown === 0 ? '' : charts[chart.kind](chart, shown))

/** The mark of the house over the film's name; `risen` goes from 0 to 1. */
function opening({ title }, risen) {
  const bars = [30, 54, 80, 112]
    .map((height, place) => {
      const part = Math.min(1, Math.max(0, risen * 2.2 - place * 0.35)) * height
      return rect(367 + place * 36, 274 - part, 12, part, colour.ink, { rx: 6 })
    })
    .join('')
  const dot = tag('circle', { cx: 481, cy: 274 - 112, r: 14 * Math.max(0, risen * 2 - 1), fill: colour.green })
  const floor = line(340, 284, 514, 284, colour.ink, 6, { 'stroke-linecap': 'round' })
  return `<svg class="scene" width="${WIDTH}" height="${HEIGHT}">${bars}${dot}${floor}</svg><p class="opening serif">${title}</p>`
}

/** One picture of a film: a line of text, and so much of the chart; a number before the first step draws the opening. */
export function frame(film, cue, shown, risen) {
  const scene = shown === 0 ? opening(film, risen) : drawn(film.chart, shown)
  return `${head(film)}<p class="line">${cue.text}</p>${scene}${foot}`
}

/** The picture that stands for a film before it is played. */
export const posterFrame = (film) =>
  `<div class="top"><span>${film.course}</span></div><p class="name serif">${film.title}</p>${drawn(film.chart, film.cues.at(-1).shown)}${foot}`
