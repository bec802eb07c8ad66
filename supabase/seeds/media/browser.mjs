import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const fonts = [
  [
    'Frank Ruhl Libre',
    '700',
    '@fontsource/frank-ruhl-libre/files/frank-ruhl-libre-hebrew-700-normal.woff2',
    'U+0590-05FF',
  ],
  [
    'Assistant',
    '200 800',
    '@fontsource-variable/assistant/files/assistant-hebrew-wght-normal.woff2',
    'U+0590-05FF,U+20AA,U+200C-2010',
  ],
  [
    'Assistant',
    '200 800',
    '@fontsource-variable/assistant/files/assistant-latin-wght-normal.woff2',
    'U+0000-024F,U+2013-2212',
  ],
]

const face = ([family, weight, file, range]) => {
  const data = readFileSync(new URL(import.meta.resolve(file))).toString('base64')
  return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${data}) format("woff2");unicode-range:${range}}`
}

export const fontCss = `${fonts.map(face).join('')}
*{box-sizing:border-box;margin:0}
body{font-family:Assistant,sans-serif;font-variant-numeric:tabular-nums lining-nums;color:#14213a;background:#faf7f1;overflow:hidden}
svg text{font-family:Assistant,sans-serif}
svg text.serif{font-family:"Frank Ruhl Libre",Assistant,serif}
.serif{font-family:"Frank Ruhl Libre",Assistant,serif;font-weight:700}`

/**
 * A page of the given size that shows what it is given and gives pictures of itself.
 * CHROMIUM_PATH names a browser where Playwright's own is not installed.
 */
export async function openStage(width, height) {
  const browser = await chromium.launch(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {})
  const page = await browser.newPage({ viewport: { width, height } })
  const show = async (html) => {
    await page.setContent(
      `<!doctype html><html lang="he" dir="rtl"><style>${fontCss}</style><body>${html}</body></html>`,
    )
    await page.evaluate(() => document.fonts.ready)
  }
  return { page, show, close: () => browser.close() }
}
