/**
 * Makes the worksheets that lessons hand out: npx tsx supabase/seeds/media/make-files.mjs
 * Needs a Chromium (CHROMIUM_PATH). Their sizes stand in content/files.ts.
 */
import { writeFileSync } from 'node:fs'
import { savingsByYear } from '../content/worksheets.ts'
import { fontCss, openStage } from './browser.mjs'
import { compactPdf } from './compact-pdf.mjs'
import { beforeSigningSheet } from './sheets/before-signing.mjs'
import { budgetSheet } from './sheets/budget.mjs'
import { interestTableSheet } from './sheets/interest-table.mjs'

const sheets = {
  'monthly-budget': budgetSheet,
  'interest-table': interestTableSheet,
  'before-signing': beforeSigningSheet,
}
const place = (name) => new URL(`files/${name}`, import.meta.url)

const stage = await openStage(794, 1123)
try {
  for (const [name, html] of Object.entries(sheets)) {
    await stage.page.setContent(html.replace('<style>', `<style>${fontCss}`))
    await stage.page.evaluate(() => document.fonts.ready)
    const pdf = await stage.page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true })
    writeFileSync(place(`${name}.pdf`), compactPdf(pdf))
  }
} finally {
  await stage.close()
}
writeFileSync(place('savings-by-year.csv'), savingsByYear())
