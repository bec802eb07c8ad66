import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { addPeople } from '../../../supabase/seeds/people/index.ts'
import { STAFF_PAGES } from '../../../web/app/staff/shared/staff-pages.rules.ts'
import type { Academy } from '../academy.ts'
import { signInNewStaff } from '../account.ts'
import { withOwner } from '../owner.ts'
import { beginSetup } from '../security.ts'
import { totpCode } from '../totp.ts'
import { at, type Screen } from './stage.ts'

const PEOPLE = 250
const PEOPLE_FOLDER = fileURLToPath(new URL('../../../supabase/seeds/people', import.meta.url))

/** Gives the academy people to show, the same ones each time. */
export async function peopleTheAcademy(academy: Academy): Promise<void> {
  const made = { seed: 1, until: new Date().toISOString().slice(0, 10) }
  await withOwner(academy, (query) => addPeople(query, PEOPLE_FOLDER, made, PEOPLE))
  await academy.asServer('POST', '/rest/v1/rpc/sum_up_days', { batch_size: 400 })
}

/** Signs a super_admin in, up to the codes that come with the app; pictures of every page follow. */
export async function enterAsSuperAdmin(page: Page, academy: Academy): Promise<void> {
  await signInNewStaff(page, academy, 'super_admin')
  await page.goto('/admin')
  const secret = await beginSetup(page, page.getByRole('main'))
  await page.getByLabel('הקוד הראשון מהאפליקציה').fill(totpCode(secret))
  await page.getByRole('button', { name: 'לאשר ולהפעיל' }).click()
  await page.getByRole('button', { name: 'שמרתי את הקודים' }).waitFor()
}

/** Every page of the staff area, as its own list of them says, and what lies behind a list. */
export const STAFF_SCREENS: readonly Screen[] = [
  {
    name: 'staff-recovery-codes',
    async show({ page }) {
      await page.getByRole('button', { name: 'שמרתי את הקודים' }).waitFor()
    },
  },
  ...STAFF_PAGES.map(({ name, path }) => ({ ...at(`staff-${name}`, path), windowOnly: true })),
  {
    name: 'staff-student-record',
    async show({ page }) {
      await page.goto('/admin/students')
      await page.getByRole('table').getByRole('row').nth(1).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/students\/[0-9a-f-]+$/)
      await page.waitForLoadState('networkidle')
    },
  },
]
