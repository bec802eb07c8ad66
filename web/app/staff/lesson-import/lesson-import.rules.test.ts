import { expect, it } from 'vitest'
import { readPasted } from './lesson-import.rules'

it.each([
  ['76979871', '76979871', ''],
  ['https://vimeo.com/76979871', '76979871', ''],
  ['http://www.vimeo.com/76979871?share=copy', '76979871', ''],
  ['vimeo.com/76979871/8272103f6e', '76979871/8272103f6e', ''],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e ריבית', '76979871/8272103f6e', 'ריבית'],
  ['https://vimeo.com/manage/videos/76979871', '76979871', ''],
  ['https://vimeo.com/channels/staffpicks/76979871', '76979871', ''],
  ['https://vimeo.com/showcase/9999999/video/76979871', '76979871', ''],
  ['76979871 מה היא ריבית', '76979871', 'מה היא ריבית'],
  ['76979871\tמה היא ריבית', '76979871', 'מה היא ריבית'],
  ['https://vimeo.com/76979871, ריבית', '76979871', 'ריבית'],
])('%s is read', (line, id, title) => {
  expect(readPasted(line)).toEqual({ videos: [{ id, title, durationSeconds: 0 }], wrong: [] })
})

it.each([
  'https://evil.example/76979871',
  'https://vimeo.com.evil.example/76979871',
  'https://youtube.com/watch?v=76979871',
  'javascript:alert(1)',
  '123',
  '1'.repeat(21),
  'מה היא ריבית',
])('%s is no video', (line) =>
  expect(readPasted(`\n${line}`)).toEqual({ videos: [], wrong: [{ line: 2, text: line.slice(0, 80) }] }),
)

it('each video is taken once, in the order of the list', () => {
  const { videos } = readPasted('22222\n11111 א\r\nhttps://vimeo.com/22222/8272103f6e ב\n')
  expect(videos.map(({ id, title }) => [id, title])).toEqual([
    ['22222', ''],
    ['11111', 'א'],
  ])
})
