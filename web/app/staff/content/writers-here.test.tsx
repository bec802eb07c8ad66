import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { writersText as text } from './writers.he'
import { WritersHere } from './writers-here'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

it('tells who else has the record open and who writes, and says so of this page until it is left', async () => {
  const others = [
    { name: 'דנה כהן', writing: true },
    { name: null, writing: false },
  ]
  rpc.mockImplementation(() => ({ abortSignal: async () => ({ data: others, error: null, status: 200 }) }))
  const { unmount } = screenAt('/admin/essays/e1', <WritersHere kind="essay" id="e1" writing={true} />)
  expect(await screen.findByText(text.writing('דנה כהן'))).toBeTruthy()
  expect(screen.getByText(text.here(text.nameless))).toBeTruthy()
  expect(rpc).toHaveBeenCalledWith('attend_content', { kind: 'essay', id: 'e1', writing: true })
  unmount()
  await waitFor(() =>
    expect(rpc).toHaveBeenLastCalledWith('attend_content', { kind: 'essay', id: 'e1', leaving: true }),
  )
})
