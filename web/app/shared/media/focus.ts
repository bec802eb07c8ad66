const FOCUS = /#focus=(\d{1,3}),(\d{1,3})$/
const MIDDLE = 5

/**
 * Classes that keep the point visible which the address of a picture names, where the picture is cropped; none where it
 * names none. In tenths, because the policy of the pages lets the server write no style attribute.
 */
export function focusClass(url: string | null | undefined): string | undefined {
  const point = FOCUS.exec(url ?? '')
  if (!point) return undefined
  const [x, y] = [tenth(point[1]), tenth(point[2])]
  return x === MIDDLE && y === MIDDLE ? undefined : `focused focus-x-${x} focus-y-${y}`
}

const tenth = (hundredths = '') => Math.min(10, Math.round(Number(hundredths) / 10))

/** The address of a picture without the point that stays. */
export const withoutFocus = (url: string): string => url.replace(FOCUS, '')
