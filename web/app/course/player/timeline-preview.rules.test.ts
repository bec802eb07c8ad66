import { describe, expect, it } from 'vitest'
import { tileAt } from './timeline-preview.rules'

describe('the tile of a second', () => {
  it.each([
    [0, { left: 0, top: 0 }],
    [4.9, { left: 0, top: 0 }],
    [5, { left: 160, top: 0 }],
    [29, { left: 800, top: 0 }],
    [30, { left: 0, top: 90 }],
    [59, { left: 800, top: 90 }],
    [-1, { left: 0, top: 0 }],
  ])('%s is %j', (second, tile) => expect(tileAt(second, 180)).toEqual(tile))

  it('is none after the end of the sheet', () => expect(tileAt(60, 180)).toBeNull())
})
