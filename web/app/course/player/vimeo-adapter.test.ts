import { expect, it } from 'vitest'
import { vimeoAddress } from './vimeo-adapter'

it('asks for an unlisted video with its code, and for any other without', () => {
  const unlisted = new URL(vimeoAddress('76979871/8272103f6e', 12.7))
  expect([unlisted.pathname, unlisted.searchParams.get('h'), unlisted.hash]).toEqual([
    ...['/video/76979871', '8272103f6e', '#t=12s'],
  ])
  const listed = new URL(vimeoAddress('76979871', 0))
  expect([listed.pathname, listed.searchParams.has('h'), listed.searchParams.get('dnt')]).toEqual([
    ...['/video/76979871', false, '1'],
  ])
})
