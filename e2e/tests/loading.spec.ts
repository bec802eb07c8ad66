import { allowRefusals, expect, test, WITH_MOTION } from '../support/test.ts'

test.use(WITH_MOTION)

test('pages do not jump while they load', { tag: '@phone-only' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/courses', '/categories', '/categories/investments', '/login', '/register', '/news']) {
    await page.goto(path)
    // What comes after a second must not push anything either.
    await expect(page.getByRole('region', { name: 'מה לשמור בדפדפן שלכם' })).toBeVisible()
    expect([path, Number(await page.evaluate(() => Reflect.get(window, 'shift'))) < 0.05]).toEqual([path, true])
  }
})

test('the first picture waits for nothing but the page and its styles, also where fonts come late', async ({
  page,
  context,
  request,
  isMobile,
  problems,
}) => {
  test.skip(isMobile, 'the page is the same for both')
  const html = await (await request.get('/')).text()
  // Everything is where it belongs, and nothing waits for a script to be put there.
  for (const page of [html, await (await request.get('/courses')).text()])
    expect(page).not.toContain('<template id="B:')
  const asked = [...html.matchAll(/<link rel="(stylesheet|preload|modulepreload|later)"/g)].map(([, rel]) => rel)
  expect(asked.indexOf('stylesheet')).toBe(0)
  expect(asked).not.toContain('modulepreload')
  expect(asked.filter((rel) => rel === 'later').length).toBeGreaterThan(3)
  expect(html).not.toContain('<script type="module"')

  await context.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/courses', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  await expect(heading).toHaveCSS('font-family', /Frank Ruhl Libre/)
  await context.unroute('**/assets/*.js')

  // Letters of a face of the system hold the place of the academy's own, on every system that has one of them.
  const hasFace = () =>
    page.evaluate(() =>
      new FontFace('probe', 'local("Arial"), local("Noto Sans Hebrew")').load().then(
        () => true,
        () => false,
      ),
    )
  const heights = async () => {
    await page.goto('/news', { waitUntil: 'networkidle' })
    return page.getByRole('main').evaluate((main) => main.getBoundingClientRect().height)
  }
  const own = await heights()
  await context.route('**/assets/*.woff2', (route) => route.abort())
  if (await hasFace()) expect(Math.abs((await heights()) - own) / own).toBeLessThan(0.03)
  allowRefusals(problems, /ERR_FAILED|dynamically imported module/)
})
