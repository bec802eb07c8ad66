/** The words of who else has a record open. */
export const writersText = {
  nameless: 'מישהו מהצוות',
  here: (name: string) => `גם ${name} כאן עכשיו`,
  writing: (name: string) => `גם ${name} כאן עכשיו, באמצע כתיבה`,
} as const
