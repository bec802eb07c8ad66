/** The question for the reason of an action. */
export const reasonText = {
  reason: 'סיבה',
  reasonHint: 'נשמרת ביומן הפעולות. 3 תווים לפחות.',
  reasonMissing: 'כתבו סיבה של 3 תווים לפחות',
  cancel: 'ביטול',
} as const
