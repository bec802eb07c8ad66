import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInRouter } from '~/shared/testing/test-router'
import { CourseImage } from './course-image'
import { CoursePicture } from './course-picture'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const picture = () => document.querySelector('img')

it('[2.2-17] a small picture that does not load gives way to its wash', () => {
  renderInRouter(<CoursePicture url="/gone.webp" />)
  fireEvent.error(picture() as HTMLImageElement)
  expect(picture()).toBeNull()
})

it('[2.2-17] a picture that failed before the page came to life is found out', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('no picture'))
  renderInRouter(<CourseImage url="/gone.webp" />)
  await expect.poll(() => picture()?.getAttribute('src')).toBe('/course.svg')
})
