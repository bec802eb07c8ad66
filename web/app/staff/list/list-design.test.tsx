import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { listText } from './list.he'
import { listDesignText as text } from './list-design.he'
import ListDesign from './list-design.route'

const open = (state = '') => screenAt('/design/list', <ListDesign />, `/design/list${state && `?state=${state}`}`)

it('the workshop shows a list that is filled, paged and chosen from, and what was refused of a bulk action', async () => {
  open()
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByRole('row')).toHaveLength(21)
  expect(screen.getByText('60 שורות')).toBeTruthy()
  for (const number of [2, 3])
    fireEvent.click(table.getByRole('checkbox', { name: new RegExp(`${text.row(number)}$`) }))
  fireEvent.click(screen.getByRole('button', { name: text.act }))
  expect(await screen.findByText(text.done.one)).toBeTruthy()
  expect(screen.getByText(text.refused.one)).toBeTruthy()
  expect(screen.getByText(new RegExp(text.why))).toBeTruthy()
})

it.each([
  ['busy', 'טוען...'],
  ['failed', listText.failed],
  ['empty', listText.noneFound],
])('and one that is %s', async (state, words) => {
  open(state)
  expect(await screen.findByText(words)).toBeTruthy()
})
