/** The forms of a Hebrew noun with its number: Hebrew has a form of its own for two. `#` stands for the number. */
export type PluralForms = { one: string; two: string; other: string }

/** The number with its noun: 1 gives `one`, 2 gives `two`, the rest (and 0) `other`. */
export function plural(count: number, forms: PluralForms): string {
  const form = count === 1 ? forms.one : count === 2 ? forms.two : forms.other
  return form.replace('#', String(count))
}
