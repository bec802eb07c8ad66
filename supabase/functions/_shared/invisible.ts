const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const BLANKS = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g

/**
 * A text without the letters that nobody sees and that are copied along: direction marks, embeddings and isolates, what
 * joins or parts words, soft hyphens, byte order marks (Unicode, general category Cf); every other blank is a plain one.
 * For addresses, phones, codes, numbers, searches and links; names, messages and secrets stay as they are.
 */
export const stripInvisible = (text: string): string => text.replace(INVISIBLE, '').replace(BLANKS, ' ')

/** The digits of an Arabic, Persian or full-width keyboard as 0 to 9; each of these blocks begins at a multiple of 16. */
export const foldDigits = (text: string): string => text.replace(DIGITS, (digit) => String(digit.charCodeAt(0) % 16))
