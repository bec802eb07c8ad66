import type { Page } from '@playwright/test'
import type { Academy } from '../academy.ts'
import type { CatalogueCourse } from '../lesson.ts'
import type { Student } from '../student.ts'

/** What a screen needs to be brought into its state. */
export type Stage = {
  page: Page
  /** A page of another browser, which has asked for nothing. */
  stranger: Page
  academy: Academy
  course: CatalogueCourse
  /** Has an account; signed in on `page` in the screens of students. */
  student: Student
  wide: boolean
}

export type Screen = {
  name: string
  /** Only what the window shows, for layers that stand still over a page. */
  windowOnly?: boolean
  /** Narrow screens have no such state. */
  wideOnly?: boolean
  /** Wide screens have no such state. */
  narrowOnly?: boolean
  /** Brings the screen up; gives the page that shows it, if it is not `stage.page`. */
  show(stage: Stage): Promise<Page | undefined>
}

/** A screen that is there as soon as its address is opened. */
export const at = (name: string, path: string): Screen => ({
  name,
  async show({ page }) {
    await page.goto(path, { waitUntil: 'networkidle' })
  },
})
