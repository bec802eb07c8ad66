/** Walking through a list page by page. */
export const pagerText = {
  position: (from: number, to: number, total: number) => `${from}–${to} מתוך ${total}`,
  newer: 'לחדשים יותר',
  older: 'לישנים יותר',
} as const
