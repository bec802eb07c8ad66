import { playerJourneys, VIMEO } from '../support/player-journeys.ts'
import { expect } from '../support/test.ts'
import { play, playerOf, test } from '../support/watching.ts'

test.use({ alsoAsks: 'https://player.vimeo.com' })

playerJourneys(VIMEO)

test("Vimeo is asked for nothing before the person agrees, then not to track; its captions have the player's own look", async ({
  page,
  academy,
  lesson,
}) => {
  const { asked } = await VIMEO.prepare(page, academy, lesson)
  // It is unlisted: the code behind its number is asked for with it.
  await academy.patch('lesson_contents', ['lesson_id', lesson.id], { captions: [], video_ref: '76979871/8272103f6e' })
  await page.goto(lesson.address)
  await expect(page.getByText('הסרטון נמצא ב־Vimeo')).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'לטעון את הסרטון' }).click()
  await play(page)
  expect(asked[0]).toContain('/video/76979871?h=8272103f6e&dnt=1')
  await expect(playerOf(page).getByText('שורה מ־Vimeo')).toBeVisible()
  await playerOf(page).getByRole('button', { name: 'כתוביות', exact: true }).click()
  await expect(playerOf(page).getByText('שורה מ־Vimeo')).toBeHidden()
})
