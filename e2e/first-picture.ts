import { chromium } from '@playwright/test'
import { browserPath } from '../scripts/lib/browser-path.mjs'
import { startAcademy } from './support/academy.ts'
import { signInNewStudent } from './support/account.ts'
import { someCourse } from './support/lesson.ts'

/** A slow phone as Lighthouse has it: bytes a second, milliseconds, and how many times slower the processor is. */
const SLOW = { throughput: (1.6 * 1024 * 1024) / 8, latency: 150, processor: 4 }
const RUNS = Number(process.argv[2] ?? 5)

/**
 * Measures how long it takes from opening a lesson's address, signed in and with nothing in the browser's cache, to the
 * first frame of its video: on this line and this processor, and on a slow phone. Prints the median of the runs.
 */
async function main(): Promise<void> {
  const executablePath = browserPath()
  const academy = await startAcademy()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
  try {
    const { id, lessons } = await someCourse(academy)
    const address = `${academy.url}/courses/${id}/lessons/${lessons[0]?.id}`
    const firstFrame = async (slow: boolean): Promise<number> => {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: academy.url })
      const page = await context.newPage()
      await signInNewStudent(page, academy)
      if (slow) {
        const tools = await context.newCDPSession(page)
        await tools.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: SLOW.latency,
          downloadThroughput: SLOW.throughput,
          uploadThroughput: SLOW.throughput,
        })
        await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOW.processor })
      }
      await page.addInitScript(() => {
        const frame = new Promise<number>((resolve) => {
          document.addEventListener('loadeddata', () => resolve(performance.now()), { capture: true, once: true })
        })
        Object.assign(window, { frame })
      })
      await page.goto(address, { waitUntil: 'commit' })
      const elapsed = await page.evaluate(() => (window as unknown as { frame: Promise<number> }).frame)
      await context.close()
      return Math.round(elapsed)
    }
    for (const [name, slow] of [
      ['this line', false],
      ['a slow phone', true],
    ] as const) {
      const runs: number[] = []
      while (runs.length < RUNS) runs.push(await firstFrame(slow))
      runs.sort((a, b) => a - b)
      console.log(`${name}: ${runs[Math.floor(RUNS / 2)]} ms (${runs.join(' ')})`)
    }
  } finally {
    await browser.close()
    await academy.stop()
  }
}

await main()
