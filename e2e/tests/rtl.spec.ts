import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { signInNewStudent } from '../support/account.ts'
import { type CatalogueCourse, someCourse } from '../support/lesson.ts'
import { expectFitsEveryWidth } from '../support/page-faults.ts'
import { whileChanged } from '../support/rows.ts'
import { expect, test } from '../support/test.ts'

const LONG_NAME = 'קרן־השתלמות־והפקדות־חודשיות־קבועות'
const MIXED_TITLE = 'S&P 500 מול מדד ת״א־125: ‎-3.5% עד ‎+12.8%, ‎₪1,250 ב־2024–2025'
const MIXED_TEXT = `ETF לעומת קרן מחקה (TER 0.07%‎): ההפרש על ‎₪100,000 הוא ‎₪-430, בין 01/02/2024 ל־31/12/2025. שאלות? help@example.org, ‎+972-3-000-0000. ${LONG_NAME}`

async function expectFits(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expectFitsEveryWidth(page, path)
}

/** Course and lecturer get texts of every script and sign for the time of `run`. */
async function withMixedCourse(
  { page, academy }: { page: Page; academy: Parameters<typeof someCourse>[0] },
  run: (course: CatalogueCourse) => Promise<void>,
): Promise<void> {
  const course = await someCourse(academy, 2)
  const change = { title_he: MIXED_TITLE, description_he: MIXED_TEXT }
  await whileChanged(academy, 'courses', course.id, change, async () => {
    await expect(async () => {
      await page.goto('/courses')
      await expect(page.getByRole('heading', { name: MIXED_TITLE })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await run(course)
  })
}

test('shekels, percents, ranges, tickers and very long names keep their place in lists and the course panel', async ({
  page,
  academy,
  isMobile,
}) => {
  test.skip(isMobile, 'the widths are set by the test')
  await page.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))
  await withMixedCourse({ page, academy }, async (course) => {
    await expectFits(page, '/courses')
    await expectFits(page, `/courses/${course.id}`)
  })
})

test('a very long name in two scripts does not break the header, the dashboard or the profile', async ({
  page,
  academy,
  isMobile,
}) => {
  test.skip(isMobile, 'the widths are set by the test')
  const course = await someCourse(academy)
  const student = await signInNewStudent(page, academy)
  await academy.patch('users', ['email', student.email], {
    first_name: `Maximilian ${LONG_NAME}`,
    last_name: LONG_NAME,
  })
  await page.goto(`/courses/${course.id}/lessons/${course.lessons[0]?.id}`)
  await page.getByRole('button', { name: 'סימון השיעור כהושלם' }).click()
  await page.getByText('השיעור הושלם', { exact: true }).waitFor()
  for (const path of ['/dashboard', '/profile', '/profile/privacy', '/unsubscribe?token=none']) {
    await page.goto(path)
    await page.getByText('Maximilian').first().or(page.getByLabel('שם פרטי')).first().waitFor()
    await expectFits(page, path)
  }
})

const APP = fileURLToPath(new URL('../../web/app/', import.meta.url))
const PHYSICAL_CLASS =
  /(?<![\w-])-?(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr]|text-(?:left|right)|float-(?:left|right))(?:-[\w[\]/.%(),]+)?(?![\w-])/
const PHYSICAL_PROPERTY =
  /^\s*(?:(?:margin|padding|border)-(?:left|right)[\w-]*|left|right)\s*:|text-align:\s*(?:left|right)/m
/** The timeline of the player runs from left to right; the toasts stand at the bottom right [1-05]. */
const PHYSICAL_ON_PURPOSE = /player[/\\]timeline\.tsx$|ui[/\\]toaster\.css$/

test('no class or style names a physical side outside the timeline of the player', ({ isMobile }) => {
  test.skip(isMobile, 'it reads files')
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx|css)$/.test(file) && !/\.test\./.test(file) && !PHYSICAL_ON_PURPOSE.test(file))
    .map((file) => [file, readFileSync(join(APP, file), 'utf8')] as const)
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap(([file, source]) => {
    if (file.endsWith('.css')) return PHYSICAL_PROPERTY.test(source) ? [file] : []
    const classes = [...source.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})|'([^'\n]*)'/g)]
    return classes.flatMap((match) =>
      (match[1] ?? match[2] ?? match[3] ?? '')
        .split(/[\s'"`]+/)
        .filter(
          (name) =>
            PHYSICAL_CLASS.test(name.split(':').at(-1) ?? '') && /^-?[a-z-]+(?:-|$)/.test(name) && name.includes('-'),
        )
        .map((name) => `${file}: ${name}`),
    )
  })
  expect(found).toEqual([])
})
