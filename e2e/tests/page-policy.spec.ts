import { expect, test } from '../support/test.ts'

test('every kind of answer has a policy, and no policy lets a page run what its content brings', async ({
  academy,
  page,
  problems,
}) => {
  const pages = [
    '/',
    '/courses',
    '/login',
    '/register',
    '/auth/callback',
    '/admin/login',
    '/nothing-here',
    '/dashboard',
  ]
  const others = ['/sitemap.xml', '/robots.txt', '/favicon.svg', '/nothing.svg', '/health', '/ready', '/mailbox', '/%']
  const services = [
    '/auth/v1/health',
    '/auth/v1/nothing',
    '/rest/v1/nothing',
    '/storage/v1/object/x/y',
    '/functions/v1/x',
  ]
  for (const path of [...pages, ...others, ...services]) {
    for (const method of path === '/login' ? ['GET', 'POST'] : ['GET']) {
      const { headers, status } = await fetch(`${academy.url}${path}`, { method, redirect: 'manual' })
      const policy = headers.get('content-security-policy')
      expect([path, method, status, policy]).toEqual([path, method, status, expect.stringMatching(/^default-src '/)])
      expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  }
  for (const path of [
    '/login',
    '/register',
    '/auth/callback',
    '/auth/verify',
    '/auth/recover-account',
    '/admin/login',
  ]) {
    for (const _ of ['rendered', 'kept']) {
      expect((await fetch(`${academy.url}${path}`)).headers.get('referrer-policy')).toBe('no-referrer')
    }
  }

  // As if the content of the page had brought it: into the page that the server wrote, under the policy that it sent.
  await page.route('**/about-us', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const injected = '<script>window.injected = 1</script><script type="later">window.injected = 2</script>'
    const handler = '<img src="x:" onerror="window.injected = 3"><svg onload="window.injected = 4"></svg>'
    await route.fulfill({ response, body: html.replace('<body>', `<body>${injected}${handler}`) })
  })
  const blocked: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && blocked.push(message.text()))
  await page.goto('/about-us')
  await expect.poll(() => blocked.length).toBeGreaterThanOrEqual(3)
  expect(await page.evaluate(() => 'injected' in window)).toBe(false)
  problems.splice(0, problems.length)
})
