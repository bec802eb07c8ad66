import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { staffText } from '~/staff/entry/staff.he'
import { recordDesignText as text } from './record-design.he'
import RecordDesign from './record-design.route'
import { studentText } from './student.he'
import { actionsText } from './student-actions.he'

it('the workshop shows a record masked, opening, failed and open, its parts, and pages that stay closed', async () => {
  screenAt('/design/record', <RecordDesign />)
  expect(await screen.findByRole('heading', { level: 1, name: text.title })).toBeTruthy()
  expect(screen.getAllByText(studentText.hidden)).toHaveLength(3)
  expect(screen.getByText('dana@example.com')).toBeTruthy()
  expect(screen.getByText(text.none)).toBeTruthy()
  for (const { title } of Object.values(staffText.denied))
    expect(screen.getAllByRole('heading', { name: title }).length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('button', { name: text.act }))
  expect(await screen.findByRole('dialog', { name: actionsText.acts.close.title })).toBeTruthy()
})
