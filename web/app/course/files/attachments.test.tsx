import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { Attachments } from './attachments'
import { signLessonFile } from './lesson-files.calls'
import { filesText as text } from './lesson-files.he'
import { FileRefusedError } from './stored-files.calls'

vi.mock('./lesson-files.calls', () => ({ signLessonFile: vi.fn() }))
const sign = vi.mocked(signLessonFile)

const BUDGET = { title: 'דף תקציב חודשי', path: 'demo/monthly-budget.pdf', bytes: 34_000 }
const YEARS = { title: 'חיסכון שנה אחר שנה', path: 'demo/savings-by-year.csv', bytes: 900 }

/** What the browser was told to download: address and name. */
const downloads: [string, string][] = []

beforeEach(() => {
  downloads.splice(0)
  sign.mockReset().mockImplementation(async (path) => `https://academy.test/${path}?token=x`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push([this.href, this.download])
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const show = () => render(<Attachments attachments={[BUDGET, YEARS]} />)
const fileButton = (title: string) => screen.getByRole('button', { name: new RegExp(title) })

it('[2.1-14] lists the files with kind and size, each as one button', () => {
  show()
  const region = screen.getByRole('region', { name: text.title })
  expect(within(region).getAllByRole('listitem')).toHaveLength(2)
  expect(fileButton(BUDGET.title).textContent).toBe(`${text.take}${BUDGET.title}PDF · 34 KB`)
  expect(screen.getByText('PDF · 34 KB').getAttribute('dir')).toBe('ltr')
  expect(screen.getByText(BUDGET.title).tagName).toBe('BDI')
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['', ''])
})

it('[2.1-14] a press signs the file and downloads it under its Hebrew name; by keyboard too', async () => {
  show()
  fileButton(BUDGET.title).focus()
  await userEvent.keyboard('{Enter}')
  expect(sign).toHaveBeenCalledWith(BUDGET.path, 'דף תקציב חודשי.pdf')
  expect(downloads).toEqual([['https://academy.test/demo/monthly-budget.pdf?token=x', 'דף תקציב חודשי.pdf']])
  expect(screen.getByText(text.begun).getAttribute('role')).toBe('status')
  expect(document.activeElement).toBe(fileButton(BUDGET.title))
})

it('while it works it says so, keeps the focus and takes no second press', async () => {
  let finish = (_address: string) => {}
  sign.mockImplementation(() => new Promise((resolve) => (finish = resolve)))
  show()
  await userEvent.click(fileButton(YEARS.title))
  expect(fileButton(YEARS.title).getAttribute('aria-busy')).toBe('true')
  expect(fileButton(BUDGET.title).getAttribute('aria-busy')).toBeNull()
  expect(screen.getByText(text.busy).getAttribute('role')).toBe('status')
  await userEvent.click(fileButton(YEARS.title))
  expect(sign).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(fileButton(YEARS.title))
  await act(async () => finish('https://academy.test/a?token=x'))
  expect(downloads).toHaveLength(1)
})

it('without a connection it says what to do, and the retry downloads', async () => {
  sign.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  show()
  await userEvent.click(fileButton(BUDGET.title))
  const alert = screen.getByText(text.failed).closest('[role=alert]') as HTMLElement
  expect(downloads).toEqual([])
  await userEvent.click(within(alert).getByRole('button', { name: text.retry }))
  expect(downloads).toHaveLength(1)
  expect(screen.queryByText(text.failed)).toBeNull()
  expect(document.activeElement).toBe(fileButton(BUDGET.title))
})

it('a server that does not answer is not waited for without end', async () => {
  vi.useFakeTimers()
  sign.mockImplementation(() => new Promise(() => {}))
  show()
  fireEvent.click(fileButton(BUDGET.title))
  await act(() => vi.advanceTimersByTimeAsync(LIST_LOADING_TIMEOUT + 1))
  expect(screen.getByText(text.failed)).toBeTruthy()
})

it('[2.1-14] a refused file says so, and asking again is not offered', async () => {
  sign.mockRejectedValueOnce(new FileRefusedError('404'))
  show()
  await userEvent.click(fileButton(BUDGET.title))
  expect(screen.getByText(text.refused)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.retry })).toBeNull()
  expect(downloads).toEqual([])
})
