import { signInNewStudent } from '../support/account.ts'
import { type KillableBrowser, startKillableBrowser } from '../support/killable-browser.ts'
import { expect, academyTest as test } from '../support/test.ts'

/** A browser as people have it: Playwright's own switches turn the cache of left pages off. */
let browser: KillableBrowser
test.beforeEach(async () => {
  browser = await startKillableBrowser()
})
test.afterEach(() => browser.close())

test('[2.2-05] after a sign-out Back shows nothing private, the cache is empty and what waits to be sent stays', async ({
  academy,
}) => {
  const page = await browser.open()
  const student = await signInNewStudent(page, academy)
  await page.goto(`${academy.url}/dashboard`)
  await expect(page.getByText(student.firstName).first()).toBeVisible()
  // A private file that the browser keeps, and work that waits to be sent.
  const cached = await page.evaluate(async () => {
    const { indexedDB: store } = window
    await new Promise<void>((resolve, reject) => {
      const opening = store.open('waits', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('pending')
      opening.onsuccess = () => resolve()
      opening.onerror = () => reject(opening.error)
    })
    localStorage.setItem('draft-of-a-test', 'typed')
    const asset =
      document.querySelector<HTMLScriptElement>('script[src^="/assets/"]')?.src ??
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => name.includes('/assets/'))
    await fetch(asset ?? '', { cache: 'force-cache' })
    return asset ?? ''
  })
  const isCached = () =>
    page.evaluate(
      (address) =>
        fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      cached,
    )
  expect(await isCached()).toBe(true)

  // Leaves the page behind in the history, comes in anew, and signs out there.
  await page.goto(`${academy.url}/about-us`)
  await page.goto(`${academy.url}/profile`)
  const began = performance.now()
  await page.getByRole('button', { name: 'יציאה מהחשבון' }).click()
  await expect(page.getByText('Signed out successfully')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sb-auth-token'))).toBeNull()
  test.info().annotations.push({ type: 'ms', description: String(Math.round(performance.now() - began)) })
  await expect.poll(isCached).toBe(false)

  for (let step = 0; step < 4; step++) {
    await page.goBack().catch(() => undefined)
    await page.waitForLoadState()
    await expect(page.getByText(student.email)).toHaveCount(0)
    await expect(page.locator('body')).not.toContainText(student.firstName, { useInnerText: true })
  }
  await page.goto(`${academy.url}/`)
  const kept = await page.evaluate(async () => ({
    draft: localStorage.getItem('draft-of-a-test'),
    stores: (await indexedDB.databases()).map(({ name }) => name),
  }))
  expect(kept.draft).toBe('typed')
  expect(kept.stores).toContain('waits')
})

test('a page that Back brings as it was left is loaded anew when its session ended meanwhile', async ({ academy }) => {
  const page = await browser.open()
  const student = await signInNewStudent(page, academy)
  await page.goto(`${academy.url}/profile`)
  await expect(page.getByText(student.email).first()).toBeVisible()
  await page.evaluate(() => {
    Object.assign(window, { isFormer: true })
  })
  await page.goto(`${academy.url}/about-us`)
  // Ended by another tab, and without the word of the server about the cache.
  await page.evaluate(() => localStorage.removeItem('sb-auth-token'))
  await page.goBack()
  await expect.poll(() => page.evaluate(() => 'isFormer' in window)).toBe(false)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(student.email)).toHaveCount(0)
})
