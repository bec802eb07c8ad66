import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { earnText as text } from './certificate.he'
import type { Standing } from './certificate.rules'
import { EarnScreen } from './earn-screen'

const calls = vi.hoisted(() => ({ useCertificateEligibility: vi.fn(), issueCertificate: vi.fn() }))
vi.mock('./earn.calls', () => calls)

const standing: Standing = {
  courseTitle: 'ריבית דריבית, מהיסוד',
  completedAt: '2026-11-20T10:00:00Z',
  missing: [],
  unwatched: [],
  canEarn: true,
  firstName: 'דנה',
  lastName: 'לוי',
  number: null,
  isRevoked: false,
  mayIssueAgain: true,
}
function show(changes: Partial<Standing> | null = {}) {
  calls.useCertificateEligibility.mockReturnValue({
    data: changes && { ...standing, ...changes },
    isError: false,
    refetch: vi.fn(),
  })
  return screenAt('/courses/c1/certificate', <EarnScreen userId="dana" courseId="c1" />)
}
beforeEach(() => calls.issueCertificate.mockReset().mockResolvedValue('7K2M94TQA1B2'))

describe('the way to a certificate', () => {
  it('names what is missing, each with the way to it', () => {
    show({ completedAt: null, missing: [{ id: 'q1', title: 'ריבית' }] })
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/courses/c1/start',
      '/courses/c1/quizzes/q1',
    ])
    expect(screen.queryByRole('button', { name: text.confirm })).toBeNull()
  })

  it('names the lessons that were not watched, with how much counts and how it is counted', () => {
    show({ unwatched: [{ id: 'l1', title: 'ריבית', percent: 35 }] })
    expect(screen.getByText(text.watched(35)).closest('li')?.textContent).toContain(text.missingWatching('ריבית'))
    expect(screen.getByRole('link', { name: text.toLesson }).getAttribute('href')).toBe('/courses/c1/lessons/l1')
    expect(screen.getByText(text.howWatching)).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.confirm })).toBeNull()
  })

  it('is not there where nothing in the course earns one', () => {
    show({ canEarn: false })
    expect(screen.getByText(text.none)).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.confirm })).toBeNull()
  })

  it('is the name to be confirmed, and leads to what was made', async () => {
    const { at } = show()
    expect(screen.getByText('דנה לוי')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: text.confirm }))
    expect(calls.issueCertificate).toHaveBeenCalledWith('dana', 'c1', standing)
    expect(at()).toBe('/certificates/7K2M94TQA1B2')
  })

  it('says why it was refused, and stays', async () => {
    calls.issueCertificate.mockRejectedValueOnce(new Error('השם בחשבון השתנה בינתיים.'))
    const { at } = show()
    await userEvent.click(screen.getByRole('button', { name: text.confirm }))
    expect((await screen.findByRole('alert')).textContent).toBe('השם בחשבון השתנה בינתיים.')
    expect(at()).toBe('/courses/c1/certificate')
  })

  it('wants a name first', () => {
    show({ firstName: '', lastName: '' })
    expect(screen.getByRole('link', { name: text.change }).getAttribute('href')).toBe('/profile')
  })

  it('leads to the one that is there, says when it was revoked, and when there is no such course', () => {
    const { unmount } = show({ number: '7K2M94TQA1B2', mayIssueAgain: false })
    expect(screen.getByRole('link', { name: text.see }).getAttribute('href')).toBe('/certificates/7K2M94TQA1B2')
    unmount()
    const revoked = show({ number: '7K2M94TQA1B2', isRevoked: true, mayIssueAgain: false })
    expect(screen.getByText(text.revoked)).toBeTruthy()
    revoked.unmount()
    show(null)
    expect(screen.getByRole('heading', { name: text.notFound })).toBeTruthy()
  })
})
