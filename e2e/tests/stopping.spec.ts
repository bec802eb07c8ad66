import { expect, test } from '../support/test.ts'

test('Ctrl+C reaches the server twice, from the terminal and from npm, and it still ends in order', async ({
  academy,
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'no browser takes part')
  await academy.restart('SIGINT', 2)
  await academy.restart('SIGTERM', 2)
  const answer = await page.request.get('/ready')
  expect(answer.status()).toBe(200)
})
