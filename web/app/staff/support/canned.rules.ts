/** What a ready answer may name in braces. */
export const CANNED_NAMES = ['שם', 'נושא', 'קורס', 'שיעור', 'נציג'] as const
export type CannedValues = Record<(typeof CANNED_NAMES)[number], string>

/** Fills the variables of a ready answer in; what is unknown, or has no value here, stays as it was written, to be seen. */
export const fillCanned = (body: string, values: CannedValues): string =>
  body.replace(/\{([^{}\n]{1,20})\}/g, (whole, name: string) => {
    const key = name.trim()
    return Object.hasOwn(values, key) ? values[key as keyof CannedValues] || whole : whole
  })
