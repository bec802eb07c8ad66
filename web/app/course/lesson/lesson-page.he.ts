/** The parts of the lesson page around the player. */
export const lessonPageText = {
  parts: 'חלקי השיעור',
  tabs: { transcript: 'תמליל', notes: 'הערות', lessons: 'שיעורים', summary: 'סיכום' },
  ask: 'לא הבנתי',
  watched: (percent: number) => `נצפו ${percent}%`,
} as const
