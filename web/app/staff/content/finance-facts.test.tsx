import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { FactValue } from '~/staff/finance-facts/fact-value'
import { financeFactsText as text } from '~/staff/finance-facts/finance-facts.he'
import { OverdueFacts } from '~/staff/finance-facts/overdue-facts'
import { contentText } from './content.he'
import { ContentScreen } from './content-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const VALUES = {
  ...{ name_he: 'מס הכנסה', slug: 'income-tax', type: 'rate', unit: 'ils_year', value: 18, brackets: [] },
  ...{ valid_from: '2026-01-01', valid_to: null, source_name: 'רשות המסים', source_url: null },
  ...{ checked_on: '2026-11-01', review_by: '2027-01-01', note_he: null, reason_he: null },
}
const RECORD = {
  ...{ id: 'f1', version: 3, values: VALUES, live: VALUES, state: 'published', is_shown: true, parent: null },
  ...{ edited_at: '2026-11-23T10:00:00Z', edited_by: 'נועה לוי', publish_at: null, unpublish_at: null },
  ...{ schedule_failure: null, problems: [], reach: { students: 0, certificates: 0 } },
}
const use = (changes: object) => ({
  ...{ kind: 'essay', id: 'e1', title: 'מחירים', is_shown: true, in_text: true, in_draft: true },
  ...changes,
})
let answers: Record<string, unknown>
beforeEach(() => {
  rpc.mockReset()
  answers = { read_content: RECORD, content_history: [], fact_uses: { uses: [], corrections: [] } }
  rpc.mockImplementation((name: string) => ({
    abortSignal: async () => {
      const answer = answers[name]
      return answer instanceof Error
        ? { data: null, error: { message: 'x', code: answer.message, details: '' }, status: 500 }
        : { data: answer, error: null, status: 200 }
    },
  }))
})
const open = async () => {
  screenAt('/admin/facts/f1', <ContentScreen kind="fact" id="f1" />)
  await screen.findByRole('heading', { name: 'מס הכנסה', level: 1 })
  return userEvent.setup()
}
const part = (name: string) => within(screen.getByRole('region', { name }))

describe('a fact', () => {
  it('has a value or brackets, which are saved as they are kept', async () => {
    const user = await open()
    expect(screen.queryByLabelText('מדרגות')).toBeNull()
    await user.selectOptions(screen.getByLabelText('סוג'), 'bracket')
    expect(screen.queryByLabelText('ערך')).toBeNull()
    await user.type(screen.getByLabelText('מדרגות'), '84,120: 10')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findAllByText(contentText.problems.BRACKETS ?? '')).not.toEqual([])
    await user.type(screen.getByLabelText('מדרגות'), '{Enter}47')
    answers.save_content = RECORD
    await user.keyboard('{Control>}s{/Control}')
    const brackets = [
      { from: 0, to: 84_120, rate: 10 },
      { from: 84_120, to: null, rate: 47 },
    ]
    await waitFor(() =>
      expect(rpc.mock.calls.find(([name]) => name === 'save_content')?.[1]).toEqual({
        ...{ kind: 'fact', id: 'f1', version: 3 },
        changes: { type: 'bracket', brackets },
      }),
    )
    expect(screen.queryByRole('button', { name: contentText.preview })).toBeNull()
    expect(screen.getByRole('link', { name: contentText.onSite }).getAttribute('href')).toBe('/facts#income-tax')
  })

  it('says where it stands and what it said before', async () => {
    answers.fact_uses = {
      uses: [
        use({}),
        use({ id: 'n1', kind: 'news', title: 'חדש', is_shown: false }),
        use({ id: 'e2', title: 'בדרך', in_text: false }),
        use({ id: 'e3', title: 'נמחק', in_draft: false }),
      ],
      corrections: [{ id: 1, said_before: '17%', says: '18%', reason: 'צו חדש', at: '2026-01-01T08:00:00Z' }],
    }
    await open()
    await screen.findByRole('link', { name: 'מחירים' })
    const lines = part(text.uses).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      `מחירים${text.shown}`,
      `חדש${text.hidden}`,
      `בדרך${text.draftOnly}`,
      `נמחק${text.textOnly}`,
    ])
    expect(screen.getByRole('link', { name: 'חדש' }).getAttribute('href')).toBe('/admin/news/n1')
    expect(part(text.corrections).getByRole('listitem').textContent).toContain('היה 17% נעשה 18%צו חדש')
  })

  it('without uses or corrections says so, and a list that failed is asked again', async () => {
    answers.fact_uses = new Error('XX000')
    const user = await open()
    await part(text.uses).findByText(text.usesFailed, undefined, { timeout: 5000 })
    answers.fact_uses = { uses: [], corrections: [] }
    await user.click(part(text.uses).getByRole('button'))
    expect(await screen.findByText(text.noUses)).toBeTruthy()
    expect(screen.getByText(text.noCorrections)).toBeTruthy()
  })
})

describe('above the list', () => {
  it('stand the facts that are to be checked again, and nothing where none is', async () => {
    answers.list_finance_facts = [
      { id: 'f1', name: 'מס הכנסה', says: '18%', checked_on: '2026-01-05', review_by: '2026-02-01' },
    ]
    screenAt('/admin/facts', <OverdueFacts />)
    const box = within(await screen.findByRole('region', { name: text.overdue.one }))
    expect(box.getByRole('link', { name: 'מס הכנסה' }).getAttribute('href')).toBe('/admin/facts/f1')
    expect(box.getByText(`${text.checked('5 בינואר 2026')} ${text.review('1 בפברואר 2026')}`)).toBeTruthy()
  })

  it('a row says what its fact says and for which days, and nothing of a draft', async () => {
    const fact = {
      name: 'מע״מ',
      says: '18%',
      checked_on: null,
      review_by: null,
      valid_from: '2025-01-01',
      valid_to: null,
    }
    answers.list_finance_facts = [
      { ...fact, id: 'f1' },
      { ...fact, id: 'f2', says: '17%', valid_from: null, valid_to: '2024-12-31' },
    ]
    const { container } = screenAt(
      '/admin/facts',
      ['f1', 'f2', 'f3'].map((id) => (
        <p key={id}>
          <FactValue id={id} />
        </p>
      )),
    )
    await screen.findByText('18%')
    expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      `18%${text.from('1 בינואר 2025')}`,
      `17%${text.until('31 בדצמבר 2024')}`,
      '',
    ])
  })
})
