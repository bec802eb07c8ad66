import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CorrectionLog } from './correction-log'
import { FactRow } from './fact-row'
import { factsText as text } from './facts.he'
import type { Fact } from './facts.rules'

const VAT: Fact = {
  ...{ id: 'a', slug: 'vat', nameHe: 'מע״מ', type: 'rate', value: 18, unit: 'percent', brackets: [] },
  ...{ validFrom: '2025-01-01', validTo: null, sourceName: 'רשות המסים', sourceUrl: 'https://www.gov.il/' },
  ...{ checkedOn: '2026-11-21', noteHe: null, corrections: [] },
}
const show = (changes: Partial<Fact> = {}) => {
  render(
    <ul>
      <FactRow fact={{ ...VAT, ...changes }} anchor="vat" />
    </ul>,
  )
  return screen.getByRole('listitem')
}

it('a figure says its value, period, source and the day of its check, and can be led to', () => {
  const row = show()
  expect(row.id).toBe('vat')
  expect(row.textContent).toBe('מע״מ\u200f18%מ־1 בינואר 2025מקור: רשות המסיםנבדק ב־21 בנובמבר 2026')
  expect(within(row).getByRole('link', { name: 'רשות המסים' }).getAttribute('rel')).toBe('noopener noreferrer')
})

it('one that was not checked says so, and a source without an address is no link', () => {
  const row = show({ checkedOn: null, sourceUrl: null, validTo: '2026-12-31' })
  expect(within(row).getByText(text.notChecked)).toBeTruthy()
  expect(within(row).getByText('1 בינואר 2025 עד 31 בדצמבר 2026')).toBeTruthy()
  expect(within(row).queryByRole('link')).toBeNull()
})

it('brackets have a table', () => {
  const brackets = [
    { from: 0, to: 7010, rate: 10 },
    { from: 7010, to: null, rate: 47 },
  ]
  show({ type: 'bracket', unit: 'ils_month', value: null, brackets })
  const rows = within(screen.getByRole('table', { name: `${text.brackets}: מע״מ` })).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent?.replaceAll('\u200f', ''))).toEqual([
    'עד ₪7,010 לחודש10%',
    'מעל ₪7,010 לחודש47%',
  ])
})

it('corrections say what was, what is and why; none say so too', () => {
  const one = { id: 1, nameHe: 'מע״מ', before: '17%', after: '18%', reasonHe: 'צו חדש', at: '2025-01-01T08:00:00Z' }
  const { rerender } = render(<CorrectionLog corrections={[one]} />)
  expect(screen.getByRole('listitem').textContent).toBe('1 בינואר 2025מע״מ: היה 17%, נעשה 18%צו חדש')
  rerender(<CorrectionLog corrections={[]} />)
  expect(screen.getByText(text.noCorrections)).toBeTruthy()
})
