/** Which moment is meant where the clock of Israel changes. */
export const momentText = {
  skipped: (instead: string) => `השעון עובר לשעון קיץ, והשעה הזאת לא קיימת. הכוונה תהיה ל־${instead}.`,
  twice: 'השעון עובר לשעון חורף, והשעה הזאת באה פעמיים. הכוונה לפעם הראשונה.',
} as const
