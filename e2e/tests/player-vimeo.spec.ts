import { playerJourneys, VIMEO } from '../support/player-journeys.ts'
import { expect } from '../support/test.ts'
import { play, playerOf, test } from '../support/watching.ts'

test.use({ alsoAsks: 'https://player.vimeo.com' })

playerJourneys(VIMEO)

test('Vimeo is asked for nothing before the person agrees, and then not to track', async ({
  page,
  academy,
  lesson,
}) => {
  const { asked } = await VIMEO.prepare(page, academy, lesson)
  await page.goto(lesson.address)
  await expect(page.getByText('הסרטון נמצא ב־Vimeo')).toBeVisible()
  expect(asked).toEqual([])
  await VIMEO.open(page, lesson)
  expect(asked[0]).toContain('/video/76979871?dnt=1')
})

test("a lesson without captions of its own shows Vimeo's, in the player's own look", async ({
  page,
  academy,
  lesson,
}) => {
  await VIMEO.prepare(page, academy, lesson)
  await academy.patch('lesson_contents', ['lesson_id', lesson.id], { captions: [] })
  await VIMEO.open(page, lesson)
  await play(page)
  await expect(playerOf(page).getByText('שורה מ־Vimeo')).toBeVisible()
  await playerOf(page).getByRole('button', { name: 'כתוביות', exact: true }).click()
  await expect(playerOf(page).getByText('שורה מ־Vimeo')).toBeHidden()
})
