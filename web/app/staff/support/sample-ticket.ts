export const TICKET_ID = '0a1b2c3d-0000-4000-8000-000000000000'
/** A ticket as `read_ticket` gives it, for tests of its screens. */
export const TICKET = {
  id: TICKET_ID,
  subject: 'הסרטון נעצר',
  name: 'דנה לוי',
  email: 'dana@example.com',
  student_id: 'dana',
  status: 'open',
  priority: 1,
  tags: ['וידאו'],
  is_spam: false,
  is_blocked: false,
  assignee_id: null,
  snoozed_until: null,
  created_at: '2026-11-22T08:00:00Z',
  last_message_at: '2026-11-22T08:00:00Z',
  first_answer_at: null,
  first_answer_due_at: '2026-11-23T08:00:00Z',
  merged_into: null,
  satisfaction: null,
  satisfaction_note: null,
  course_id: 'c1',
  course: 'ריבית',
  lesson_id: 'l1',
  lesson: 'ריבית דריבית',
  position_seconds: 252,
  sentences: [{ start: 250, text: 'הריבית מחושבת גם על הריבית' }],
  messages: [
    {
      id: 'm1',
      body: 'למה הוא נעצר?',
      author_kind: 'student',
      author: null,
      channel: 'web',
      created_at: '2026-11-22T08:00:00Z',
    },
  ],
  notes: [{ id: 'n1', body: 'לבדוק מול התוכן', author: 'אורי', created_at: '2026-11-22T09:00:00Z' }],
  events: [
    { id: 1, kind: 'status', actor: null, detail: { from: 'solved', to: 'open' }, created_at: '2026-11-22T08:30:00Z' },
  ],
  others: [{ id: 'o1', subject: 'פנייה קודמת', status: 'solved', created_at: '2026-11-01T08:00:00Z' }],
  similar: [],
}
/** What `support_choices` gives. */
export const CHOICES = {
  me: 'noa',
  members: [{ id: 'noa', name: 'נועה כהן' }],
  tags: [],
  canned: [{ id: 'r1', title: 'נעצר', body: 'שלום {שם}, כאן {נציג}.' }],
}
