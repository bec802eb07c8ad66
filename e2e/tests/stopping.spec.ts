import { ownAcademy } from '../support/project.ts'
import { expect, academyTest as test } from '../support/test.ts'

test('Ctrl+C reaches the server twice, from the terminal and from npm, and it still ends in order', async ({
  academy,
  isMobile,
}) => {
  test.skip(isMobile, 'no browser takes part')
  await ownAcademy(academy, 'its server is stopped').restart('SIGINT', 2)
  expect((await fetch(`${academy.url}/ready`)).status).toBe(200)
})
