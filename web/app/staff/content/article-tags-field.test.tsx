import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { articleTagsText as text } from './article-tags.he'
import { ArticleTagsField } from './article-tags-field'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

beforeEach(() => {
  rpc.mockReset().mockImplementation(() => ({
    abortSignal: async () => ({ data: ['ETF', 'השקעות', 'תיק השקעות'], error: null, status: 200 }),
  }))
})

const parts = {
  label: 'תגיות',
  error: undefined,
  name: 'tags',
  ref: () => undefined,
  onChange: vi.fn(),
  onBlur: vi.fn(),
}

function Held({ onWrite }: { onWrite: (lines: string) => void }) {
  const [value, setValue] = useState('מס')
  const write = (lines: string) => {
    setValue(lines)
    onWrite(lines)
  }
  return <ArticleTagsField parts={parts as never} hint={undefined} value={value} onWrite={write} />
}

async function open() {
  const onWrite = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Held onWrite={onWrite} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const field = screen.getByRole('combobox', { name: 'תגיות' })
  await user.click(field)
  return { user, field, last: () => onWrite.mock.lastCall?.[0] }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

describe('tags of an article', () => {
  it('are completed while one types, chosen by arrows and taken by Enter', async () => {
    const { user, field, last } = await open()
    await user.type(field, 'השק')
    await vi.waitFor(() => expect(options()).toEqual(['השקעות', 'תיק השקעות']))
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const chosen = screen.getByRole('option', { selected: true })
    expect([chosen.textContent, field.getAttribute('aria-activedescendant')]).toEqual(['תיק השקעות', chosen.id])
    await user.keyboard('{Enter}')
    expect([last(), (field as HTMLInputElement).value, options()]).toEqual(['מס\nתיק השקעות', '', []])
    expect(screen.getByRole('status').textContent).toBe(text.added('תיק השקעות'))
  })

  it('are new ones too, by Enter, a comma or leaving, spelled as one in use', async () => {
    const { user, field, last } = await open()
    await user.type(field, 'etf')
    await vi.waitFor(() => expect(options()).toEqual(['ETF']))
    await user.keyboard('{Enter}')
    expect(last()).toBe('מס\nETF')
    await user.type(field, 'שוק,')
    expect(last()).toBe('מס\nETF\nשוק')
    await user.type(field, 'הון')
    await user.tab()
    expect(last()).toBe('מס\nETF\nשוק\nהון')
  })

  it('come several at once with commas between them; what is none stays in sight', async () => {
    const { user, field, last } = await open()
    await user.paste(`חיסכון, etf ,מס, ${'א'.repeat(31)}`)
    await user.keyboard('{Enter}')
    expect(last()).toBe('מס\nחיסכון\nETF')
    expect(field).toHaveProperty('value', 'א'.repeat(31))
    expect(screen.getByRole('status').className).not.toContain('sr-only')
    expect(screen.getByRole('status').textContent).toBe(text.refused('א'.repeat(31)))
    await user.type(field, '{Backspace}')
    await user.tab()
    expect([last(), (field as HTMLInputElement).value]).toEqual([`מס\nחיסכון\nETF\n${'א'.repeat(30)}`, ''])
  })

  it('are chosen by the pointer without taking what was typed', async () => {
    const { user, field, last } = await open()
    await user.type(field, 'תי')
    await user.click(await screen.findByRole('option', { name: 'תיק השקעות' }))
    expect(last()).toBe('מס\nתיק השקעות')
    expect(document.activeElement).toBe(field)
  })

  it('go by their button and by Backspace, the list by Escape; one that is there is not taken again', async () => {
    const { user, field, last } = await open()
    await user.type(field, 'מס{Enter}')
    expect([last(), screen.getByRole('status').textContent]).toEqual([undefined, text.refused('מס')])
    await user.type(field, 'השק')
    await vi.waitFor(() => expect(options()).toHaveLength(2))
    await user.keyboard('{Escape}')
    expect(options()).toEqual([])
    await user.clear(field)
    await user.keyboard('{Backspace}')
    expect(last()).toBe('')
    await user.type(field, 'א,')
    await user.click(screen.getByRole('button', { name: text.remove('א') }))
    expect([last(), document.activeElement]).toEqual(['', field])
  })
})
