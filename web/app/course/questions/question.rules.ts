/** What was said about a question, in order; times are ISO. */
type QuestionMessage = { id: string; body: string; fromStaff: boolean; createdAt: string }

/** A question that the person asked about a lesson; `seconds` null for the whole of it. */
export type LessonQuestion = {
  id: string
  seconds: number | null
  createdAt: string
  closed: boolean
  messages: readonly QuestionMessage[]
}

/** How a question stands: closed by the staff, answered last by the staff, or waiting. */
export function questionState({ closed, messages }: Pick<LessonQuestion, 'closed' | 'messages'>) {
  if (closed) return 'closed'
  return messages.at(-1)?.fromStaff ? 'answered' : 'waiting'
}
