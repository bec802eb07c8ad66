import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { shapeText as text } from './question-shapes.he'
import { CourseVideosProvider, VideoMomentField } from './video-moment-field'

vi.mock('./video-lessons.calls', () => ({
  lessonChoicesQuery: (course: string) => ({
    queryKey: ['lessons', course],
    queryFn: async () => [
      { id: 'one', name: 'ריבית', seconds: 300 },
      { id: 'two', name: 'מס', seconds: 0 },
    ],
  }),
}))
let held: unknown
function Form({ first }: { first?: object }) {
  const [value, setValue] = useState<unknown>(first)
  held = value
  return (
    <QueryClientProvider client={new QueryClient()}>
      <CourseVideosProvider course="c">
        <VideoMomentField label={text.film} value={value} onChange={setValue} />
      </CourseVideosProvider>
    </QueryClientProvider>
  )
}

it('[2.12-12] the lesson and the moment that explain a question are chosen, looked at and taken away', async () => {
  const user = userEvent.setup()
  screenAt('/admin/quizzes/q', <Form />)
  await user.selectOptions(
    await screen.findByLabelText(text.film),
    await screen.findByRole('option', { name: 'ריבית' }),
  )
  expect(held).toEqual({ lesson: 'one', second: 0 })
  const moment = screen.getByLabelText(text.filmAt)
  await user.clear(moment)
  await user.type(moment, '2:05')
  expect(held).toEqual({ lesson: 'one', second: 125 })
  await user.type(moment, 'x')
  expect([held, screen.queryByText(text.filmAtWrong) !== null]).toEqual([{ lesson: 'one', second: 125 }, true])
  await user.clear(moment)
  await user.type(moment, '5:00')
  expect(screen.getByText(text.filmTooLate('5:00'))).toBeTruthy()
  await user.selectOptions(screen.getByLabelText(text.film), text.noFilm)
  expect(held).toBeUndefined()
})

it('a lesson of another course stays until another one is chosen', async () => {
  screenAt('/admin/quizzes/q', <Form first={{ lesson: 'gone', second: 62 }} />)
  expect(await screen.findByRole('option', { name: text.otherLesson, selected: true })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(text.filmAt).value).toBe('1:02')
})
