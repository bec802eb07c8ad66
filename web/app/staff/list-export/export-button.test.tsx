import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { listExportText as text } from './export.he'
import { ExportButton } from './export-button'

const { saveBlob } = vi.hoisted(() => ({ saveBlob: vi.fn() }))
vi.mock('~/shared/browser/save-file', () => ({ saveBlob }))
vi.mock('~/shared/ui/toast', () => ({ toast: { success: vi.fn(), info: vi.fn(), error: vi.fn() } }))

it('while a file is made the way to stop it has the focus, and then again the button that began', async () => {
  let finish: (() => void) | undefined
  const way = new Promise<void>((resolve) => {
    finish = resolve
  })
  const source = {
    open: async () => ({ id: 'x', total: 1, more: false }),
    read: () => way.then(() => ({ rows: [{ name: 'דנה' }], next: null })),
  }
  const columns = [{ title: 'שם', width: 10, value: ({ name }: { name: string }) => name }]
  screenAt('/admin', <ExportButton title="רשימה" fileName="list" columns={columns} source={source} />)
  const user = userEvent.setup()
  screen.getByRole('button', { name: text.start }).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('menuitem', { name: text.csv })
  await user.keyboard('{ArrowDown}{Enter}')
  const stop = await screen.findByRole('button', { name: text.stop })
  await waitFor(() => expect(document.activeElement).toBe(stop))
  finish?.()
  const begin = await screen.findByRole('button', { name: text.start })
  await waitFor(() => expect(document.activeElement).toBe(begin))
  expect(saveBlob).toHaveBeenCalledTimes(1)
})
