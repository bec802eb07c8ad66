/** What a ready answer may name in braces. */
export const CANNED_NAMES = ['שם', 'נושא', 'קורס', 'שיעור', 'נציג'] as const
export type CannedValues = Record<(typeof CANNED_NAMES)[number], string>

const VARIABLE = /\{([^{}\n]{1,20})\}/g

/** Fills the variables of a ready answer in; what is unknown, or has no value here, stays as it was written, to be seen. */
export const fillCanned = (body: string, values: CannedValues): string =>
  body.replace(VARIABLE, (whole, name: string) => {
    const key = name.trim()
    return Object.hasOwn(values, key) ? values[key as keyof CannedValues] || whole : whole
  })

/** The variables that a text still has, in braces, each once: nobody who gets it should read them. */
export const unfilledIn = (body: string): string[] => [...new Set(body.match(VARIABLE) ?? [])]

/** The name of who wrote; empty where it was only made of the address, because no name came with the mail. */
export const givenName = ({ name, email }: { name: string; email: string }): string =>
  name.toLowerCase() === email.split('@')[0]?.toLowerCase() ? '' : name
