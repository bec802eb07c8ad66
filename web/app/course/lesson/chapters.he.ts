/** The chapters of a lesson's video. */
export const chaptersText = { title: 'פרקי הסרטון' } as const
