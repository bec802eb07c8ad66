const GAP = /\[\[([^\]]+)\]\]/

/** A text of gaps in its parts: every second one is the id of a gap. */
export const partsOf = (text: string): string[] => text.split(GAP)
