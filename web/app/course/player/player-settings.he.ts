/** Words of the player's settings. */
export const playerSettingsText = {
  captionLanguage: 'שפת הכתוביות',
  captionSize: 'גודל הכתוביות',
  captionSizes: { small: 'קטן', normal: 'רגיל', large: 'גדול', largest: 'ענק' },
  captionsOff: 'בלי כתוביות',
} as const
