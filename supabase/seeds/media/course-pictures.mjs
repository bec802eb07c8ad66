import { colour, line, rect } from './look.mjs'
import { financeBasics } from './pictures/finance-basics.mjs'
import { investments } from './pictures/investments.mjs'
import { retirementTaxesBanking } from './pictures/retirement-taxes-banking.mjs'
import { circle, many } from './shapes.mjs'

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
const { ink, green, saffron, rule2 } = colour
const pictures = { ...financeBasics, ...investments, ...retirementTaxesBanking }

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
