/** The colours and the drawing helpers that the films and the pictures share. */
export const colour = {
  paper: '#faf7f1',
  card: '#fffdf9',
  ink: '#14213a',
  ink2: '#4a5468',
  ink3: '#6b7385',
  rule: '#e4ddd0',
  rule2: '#cfc6b5',
  green: '#0b6b50',
  greenInk: '#075040',
  greenWash: '#e3f0ea',
  saffron: '#b87400',
  saffronWash: '#fbf0d9',
  blueWash: '#e8ebf3',
  redWash: '#f6e7e1',
  stoneWash: '#efebe1',
}

const attributes = (values) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? Number(value.toFixed(2)) : value}"`)
    .join('')

/** One SVG element as text. */
export const tag = (name, values, inner = '') => `<${name}${attributes(values)}>${inner}</${name}>`

export const rect = (x, y, width, height, fill, more = {}) =>
  tag('rect', { x, y, width: Math.max(0, width), height: Math.max(0, height), fill, ...more })

export const line = (x1, y1, x2, y2, stroke, width = 1, more = {}) =>
  tag('line', { x1, y1, x2, y2, stroke, 'stroke-width': width, ...more })

export const path = (d, more = {}) => tag('path', { d, fill: 'none', ...more })

const anchors = {
  rtl: { right: 'start', center: 'middle', left: 'end' },
  ltr: { right: 'end', center: 'middle', left: 'start' },
}

const label =
  (direction) =>
  (x, y, words, { size = 16, fill = colour.ink, weight = 600, align = 'center', ...more } = {}) =>
    tag(
      'text',
      {
        x,
        y,
        direction,
        'text-anchor': anchors[direction][align],
        'font-size': size,
        'font-weight': weight,
        fill,
        ...more,
      },
      words,
    )

/** Hebrew words; `align` says which side of them stands at x. */
export const hebrew = label('rtl')
/** A figure, read from left to right. */
export const figure = label('ltr')

/** A sum in shekels, rounded to `digits`. */
export const shekels = (value, digits = 0) =>
  `₪${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`

/** How far a movement that begins at `start` and takes `length` seconds has come at `time`: 0 to 1, easing out. */
export const moved = (time, start, length = 0.8) => {
  const part = Math.min(1, Math.max(0, (time - start) / length))
  return 1 - (1 - part) ** 3
}

/** Something that fades in. */
export const appear = (time, start, inner) => {
  const opacity = moved(time, start, 0.5)
  return opacity === 0 ? '' : tag('g', { opacity }, inner)
}
