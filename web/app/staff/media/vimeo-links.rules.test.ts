import { expect, it } from 'vitest'
import { isSameVideo, vimeoVideo, vimeoVideoIn } from './vimeo-links.rules'

it.each([
  ['76979871', '76979871'],
  ['76979871/8272103f6e', '76979871/8272103f6e'],
  ['https://vimeo.com/76979871', '76979871'],
  ['https://vimeo.com/76979871/8272103F6E', '76979871/8272103f6e'],
  ['https://vimeo.com/76979871/8272103f6e?share=copy&fl=sv', '76979871/8272103f6e'],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', '76979871/8272103f6e'],
  ['https://player.vimeo.com/video/76979871?badge=0&h=8272103f6e#t=5s', '76979871/8272103f6e'],
  ['https://vimeo.com/manage/videos/76979871/8272103f6e', '76979871/8272103f6e'],
  ['https://vimeo.com/76979871?share=copy', '76979871'],
  ['https://vimeo.com/76979871/settings', '76979871'],
  ['https://player.vimeo.com/video/76979871?h=', '76979871'],
  ['https://vimeo.com/showcase/9999999/video/76979871', '76979871'],
  ['\u2066https://vimeo.com/76979871\u2069', '76979871'],
  ['76979871\u200f', '76979871'],
  ['https://vimeo.com/someone', undefined],
  ['https://evil.example/76979871/8272103f6e', undefined],
  ['library/1b2c.mp4', undefined],
  ['', undefined],
])('%s is %s', (word, video) => expect(vimeoVideo(word)).toBe(video))

it('finds the link in what is copied at Vimeo, and takes no number for one', () => {
  const code =
    '<div><iframe src="https://player.vimeo.com/video/76979871?badge=0&amp;h=8272103f6e&amp;app_id=1" allow="x"></iframe></div>'
  expect(vimeoVideoIn(code)).toBe('76979871/8272103f6e')
  expect(vimeoVideoIn('הסרטון: https://vimeo.com/76979871/8272103f6e')).toBe('76979871/8272103f6e')
  expect([vimeoVideoIn('76979871'), vimeoVideoIn('library/a.mp4')]).toEqual([undefined, undefined])
})

it('a video is the same with its code and without', () => {
  expect([isSameVideo('1/ab', '1'), isSameVideo('1/ab', '11/ab')]).toEqual([true, false])
})
