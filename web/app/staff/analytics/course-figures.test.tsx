import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { analyticsText } from './analytics.he'
import { figureNotesText } from './annotations.he'
import { CourseFiguresScreen } from './course-screen'
import { CoursesScreen } from './courses-screen'
import { courseFiguresText as text } from './learning.he'
import { LessonFiguresScreen } from './lesson-screen'
import { NotesPart } from './notes-part'
import { TestQuestionsScreen } from './test-screen'
import { testFiguresText } from './tests.he'
import { TestsScreen } from './tests-screen'
import { workText } from './work.he'
import { WorkScreen } from './work-screen'

const { rpc, toast } = vi.hoisted(() => ({ rpc: vi.fn(), toast: { error: vi.fn() } }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/staff/shared/use-member', () => ({
  useMember: () => ({ role: { name: 'analyst', level: 3, permissions: ['analytics.view'] } }),
}))
vi.mock('~/shared/ui/toast', () => ({ toast }))

const AT = '2026-11-03T10:00:00Z'
const RANGE = 'from=2026-11-01&to=2026-11-02'
const ANSWERED = { answered: 3, answered_before: 5, in_time: 2, in_time_before: 4 }
let answers: Record<string, unknown>
beforeEach(() => {
  toast.error.mockReset()
  answers = {
    analytics_courses: {
      counted_at: AT,
      courses: [
        {
          ...{ id: 'c1', title: 'תקציב', is_published: true, began: 15, completed: null, began_before: 10 },
          ...{ completed_before: null, students: 40, finished: 10, average_percent: 33 },
        },
      ],
    },
    analytics_course: {
      counted_at: AT,
      title: 'תקציב',
      lessons: [
        { id: 'l1', title: 'הכנסות', seconds: 90, began: 15, completed: 10, students: 40, average_percent: 50 },
      ],
    },
    analytics_lesson: {
      ...{
        title: 'הכנסות',
        course_id: 'c1',
        course_title: 'תקציב',
        seconds: 60,
        counted_at: AT,
        students: 40,
        since: '2026-03-05',
      },
      sentences: [
        { start: 0, end: 20, text: 'שלום', students: 40 },
        { start: 20, end: 40, text: 'המשך', students: 20 },
        { start: 40, end: 60, text: 'סוף', students: null },
      ],
    },
    analytics_tests: {
      counted_at: AT,
      tests: [
        {
          ...{ id: 'q1', title: 'מבחן תקציב', course_title: 'תקציב', is_pretest: false, attempts: 20, passed: 10 },
          ...{ students: 40, first_passed: null },
        },
      ],
      gains: [{ id: 'c1', title: 'תקציב', students: 15, before: 40, after: 80 }],
    },
    analytics_test: {
      ...{ title: 'מבחן תקציב', course_title: 'תקציב', counted_at: AT, students: 40 },
      questions: [{ id: 'i1', text: 'כמה זה?', answers: 40, share: 55, discrimination: 0.31 }],
    },
    analytics_work: {
      counted_at: AT,
      mails: [{ kind: 'marketing', sent: 12, waiting: 1, failed: 2, sent_before: 5, failed_before: 0 }],
      days: [{ day: '2026-11-01', sent: 12, failed: 2, opened: 4, closed: 3 }],
      tickets: { opened: 4, opened_before: 6, of_lessons: 1, of_visitors: 2, closed: 3, closed_before: 6, ...ANSWERED },
    },
    list_analytics_notes: [{ id: 'n1', day: '2026-11-01', body: 'חג', author: 'נועה', may_delete: true }],
    write_analytics_note: null,
    delete_analytics_note: true,
  }
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () =>
      answers[name] instanceof Error
        ? { data: null, error: { message: 'x', code: '42501', details: '' }, status: 403 }
        : { data: answers[name], error: null, status: 200 },
  }))
})
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent)
const called = (name: string) => rpc.mock.calls.filter(([asked]) => asked === name).map(([, args]) => args)

describe('[2.12-08] courses, lessons and sentences', () => {
  it('tells courses of the range, and leads into each with the same days', async () => {
    screenAt('/admin/analytics/courses', <CoursesScreen />, `/admin/analytics/courses?${RANGE}`)
    expect((await rowsOf(text.title))[1]).toBe(
      `תקציב1510${analyticsText.fewerThanTen}${analyticsText.fewerThanTen}401033%`,
    )
    expect(screen.getByRole('link', { name: 'תקציב' }).getAttribute('href')).toBe(
      `/admin/analytics/courses/c1?${RANGE}`,
    )
  })

  it('tells the lessons of a course, and says where there is none', async () => {
    const { unmount } = screenAt('/c', <CourseFiguresScreen courseId="c1" />, `/c?${RANGE}`)
    expect((await rowsOf('תקציב'))[1]).toBe('הכנסות1:3015104050%')
    expect(called('analytics_course')).toEqual([{ course: 'c1', first: '2026-11-01', last: '2026-11-02' }])
    expect(screen.getByRole('link', { name: 'הכנסות' }).getAttribute('href')).toBe(
      '/admin/analytics/courses/c1/lessons/l1?from=2026-11-01&to=2026-11-02',
    )
    unmount()
    answers.analytics_course = null
    screenAt('/c', <CourseFiguresScreen courseId="c1" />, '/c')
    expect(await screen.findByText(text.missing)).toBeTruthy()
  })

  it('tells at which sentence students leave, in a line and in words', async () => {
    screenAt('/l', <LessonFiguresScreen lessonId="l1" />, '/l')
    expect(await rowsOf(text.dropOff)).toEqual([
      [text.time, text.sentence, text.share, text.change].join(''),
      '0:00שלום100%',
      `0:20המשך${text.leaves}50%−50%`,
      `0:40סוף${analyticsText.fewerThanTen}`,
    ])
    expect(screen.getByRole('figure', { name: text.chart })).toBeTruthy()
    // All that is kept of a film is kept for all its days.
    expect(screen.getByText(text.dropOffLead('5 במרץ 2026'))).toBeTruthy()
  })

  it('says nothing of a lesson that few watched, and that one is missing', async () => {
    answers.analytics_lesson = { ...(answers.analytics_lesson as object), students: null, sentences: [] }
    const { unmount } = screenAt('/l', <LessonFiguresScreen lessonId="l1" />, '/l')
    expect(await screen.findByText(text.tooFew)).toBeTruthy()
    unmount()
    answers.analytics_lesson = null
    screenAt('/l', <LessonFiguresScreen lessonId="l1" />, '/l')
    expect(await screen.findByText(text.missingLesson)).toBeTruthy()
  })
})

describe('[2.12-08] tests, mails and support', () => {
  it('tells attempts and what was gained', async () => {
    screenAt('/t', <TestsScreen />, `/t?${RANGE}`)
    expect((await rowsOf(testFiguresText.title))[1]).toBe('מבחן תקציבתקציב2050%40–')
    expect((await rowsOf(testFiguresText.gains))[1]).toBe('תקציב1540%80%')
  })

  it('tells how the questions of a test did', async () => {
    screenAt('/t', <TestQuestionsScreen quizId="q1" />, '/t')
    expect((await rowsOf(testFiguresText.questions))[1]).toBe('כמה זה?4055%0.31')
  })

  it('tells mails by kind and questions to the academy', async () => {
    screenAt('/w', <WorkScreen />, `/w?${RANGE}`)
    expect((await rowsOf(workText.mails))[1]).toBe('דיוור125120')
    expect(await rowsOf(workText.tickets)).toContain(`${workText.opened}46`)
    expect(await rowsOf(workText.tickets)).toContain(`${workText.inTime}24`)
    // Who may not see the mails themselves gets no way to them.
    expect(screen.queryByRole('link', { name: workText.toMails })).toBeNull()
  })
})

describe('notes beside the figures', () => {
  const open = () => screenAt('/n', <NotesPart range={{ first: '2026-11-01', last: '2026-11-02' }} />, '/n')

  it('shows, writes and deletes them', async () => {
    open()
    expect((await screen.findByRole('listitem')).textContent).toContain('1 בנובמבר 2026 · חג · נועה')
    fireEvent.change(screen.getByLabelText(figureNotesText.body), { target: { value: 'קמפיין' } })
    fireEvent.click(screen.getByRole('button', { name: figureNotesText.save }))
    await waitFor(() =>
      expect(called('write_analytics_note')).toEqual([{ note: expect.any(String), day: '2026-11-02', body: 'קמפיין' }]),
    )
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(figureNotesText.body).value).toBe(''))
    fireEvent.click(screen.getByRole('button', { name: figureNotesText.removeOf('חג') }))
    await waitFor(() => expect(called('delete_analytics_note')).toEqual([{ note: 'n1' }]))
  })

  it('keeps what was typed when it was not saved, and sends the same again as the same note', async () => {
    answers.write_analytics_note = new Error()
    open()
    fireEvent.change(await screen.findByLabelText(figureNotesText.body), { target: { value: 'קמפיין' } })
    const save = screen.getByRole<HTMLButtonElement>('button', { name: figureNotesText.save })
    fireEvent.click(save)
    await waitFor(() => expect(toast.error).toHaveBeenCalledWith(figureNotesText.saveFailed))
    expect(screen.getByLabelText<HTMLInputElement>(figureNotesText.body).value).toBe('קמפיין')
    await waitFor(() => expect(save.disabled).toBe(false))
    fireEvent.click(save)
    await waitFor(() => expect(called('write_analytics_note')).toHaveLength(2))
    await waitFor(() => expect(save.disabled).toBe(false))
    // The first may stand all the same: other words are another note.
    fireEvent.change(screen.getByLabelText(figureNotesText.body), { target: { value: 'קמפיין בדואר' } })
    fireEvent.click(save)
    await waitFor(() => expect(called('write_analytics_note')).toHaveLength(3))
    const [first, second, third] = called('write_analytics_note') as { note: string }[]
    expect(second?.note).toBe(first?.note)
    expect(third?.note).not.toBe(first?.note)
  })
})
