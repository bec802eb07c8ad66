import type { FieldValues, Resolver } from 'react-hook-form'
import { formText as text } from './form.he'

const isHalf = (ref: object) => 'validity' in ref && (ref.validity as ValidityState).badInput

/** The same rules, to which a day or time that is half typed is a mistake: its field reads as empty. */
export const refusingHalfTyped =
  <Fields extends FieldValues>(rules: Resolver<Fields>): Resolver<Fields> =>
  async (values, context, options) => {
    const checked = await rules(values, context, options)
    const half = Object.entries(options.fields).filter(([, field]) => field && isHalf(field.ref))
    if (half.length === 0) return checked
    const mistakes = half.map(([name]) => [name, { type: 'custom', message: text.halfTyped }])
    return { values: {}, errors: { ...checked.errors, ...Object.fromEntries(mistakes) } }
  }
