import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FormulaText } from './formula-text'

it('keeps a formula whole and from left to right, and loses no letter', () => {
  const { container } = render(<FormulaText text={'ההפרש \u2066₪5 − ₪3 = ₪2\u2069, ולא יותר.'} />)
  expect(container.textContent).toBe('ההפרש ₪5 − ₪3 = ₪2, ולא יותר.')
  const run = container.querySelector('bdi')
  expect(run?.dir).toBe('ltr')
  expect(run?.className).toContain('whitespace-nowrap')
  expect(run?.tabIndex).toBe(-1)
})

it('a formula that may be wider than a phone can be scrolled by keyboard and has a name', () => {
  const long = '₪600,000 × 4.5% ÷ 12 + ₪600,000 ÷ 300 = ₪4,250'
  const { container } = render(<FormulaText text={`\u2066${long}\u2069`} />)
  expect(container.querySelector('bdi')?.tabIndex).toBe(0)
  expect(container.querySelector('[role=math]')?.getAttribute('aria-label')).toBe(long)
})
