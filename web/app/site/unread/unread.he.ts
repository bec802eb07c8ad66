/** The way to what a student was told, with how much is unread. */
export const unreadText = { title: 'הודעות' } as const

/** How many are unread, for who does not see the figure. */
export const unreadCount = {
  one: 'הודעה אחת שלא נקראה',
  two: 'שתי הודעות שלא נקראו',
  other: '# הודעות שלא נקראו',
} as const
