const GAP = /\[\[([^\]]+)\]\]/

/** A text of gaps in its parts: every second one is the id of a gap. */
export const partsOf = (text: string): string[] => text.split(GAP)

/** The signs at the beginning of a text that belong to the gap before it, and with it stay on one line. */
export const tailOf = (text: string): string => /^[.,;:!?)״׳%]+/.exec(text)?.[0] ?? ''
