import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { startAcademy } from './support/academy.ts'
import { someCourse } from './support/lesson.ts'
import { PLAYER_SCREENS } from './support/player-screens.ts'
import { registerAndEnter } from './support/student.ts'
mkdirSync('/tmp/shots', { recursive: true })
const academy = await startAcademy()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'] })
let state
const only = process.argv.slice(2)
for (const [width, height] of [[390, 844], [1440, 900], [768, 1024]] as const) {
  const context = await browser.newContext({ viewport: { width, height }, baseURL: academy.url, locale: 'he-IL', reducedMotion: 'reduce', ...(state ? { storageState: state } : {}) })
  await context.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))
  const page = await context.newPage()
  const course = await someCourse(page, academy)
  const student = state ? ({} as never) : await registerAndEnter(page, academy)
  state ??= await context.storageState()
  for (const s of PLAYER_SCREENS) {
    if (only.length && !only.some((o) => s.name.includes(o))) continue
    if (width >= 768 && s.narrowOnly) continue
    try {
      const p = (await s.show({ page, stranger: page, academy, course, student, wide: width >= 768 })) ?? page
      await p.screenshot({ path: `/tmp/shots/${s.name}-${width}.png`, animations: 'disabled' })
      console.log(s.name, width)
    } catch (e) { console.log('FAIL', s.name, width, String(e).slice(0, 300)) }
  }
  await context.close()
}
await browser.close(); await academy.stop()
