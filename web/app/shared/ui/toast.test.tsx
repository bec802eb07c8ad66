import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pass } from '~/shared/testing/screen-at'
import { toast, toasterIsReady } from './toast'
import { Toaster } from './toaster'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
  toasterIsReady()
})
afterEach(() => void vi.useRealTimers())

it('says a thing once however often it is raised, and again while the one before is leaving', async () => {
  void toast.info('נשמר')
  void toast.info('נשמר')
  await pass(100)
  expect(screen.getAllByText('נשמר')).toHaveLength(1)
  // It leaves after four seconds, and takes a fifth of one for it.
  await pass(4_000)
  void toast.info('נשמר')
  await pass(1_000)
  expect(screen.getAllByText('נשמר')).toHaveLength(1)
  await pass(4_000)
  expect(screen.queryByText('נשמר')).toBeNull()
})

it('says a thing again right after its own button closed the one before, and then once', async () => {
  const undo = vi.fn()
  const remove = () => toast.success('הוסר', { label: 'לבטל', onClick: undo })
  void remove()
  await pass(3_900)
  fireEvent.click(screen.getByRole('button', { name: 'לבטל' }))
  expect(undo).toHaveBeenCalledTimes(1)
  void remove()
  // The time of the one before ends meanwhile.
  await pass(1_000)
  expect(screen.getAllByText('הוסר')).toHaveLength(1)
  void remove()
  await pass(100)
  expect(screen.getAllByText('הוסר')).toHaveLength(1)
  await pass(5_000)
  expect(screen.queryByText('הוסר')).toBeNull()
})
