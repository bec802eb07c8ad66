const VARIABLE = /\{\{\s*([a-z_]+)\s*(?:\|([^{}|]*))?\}\}/g

/** A text with its variables filled in: `{{first_name|שלום}}` says the name, or what stands after the line where there is none. */
export const fillIn = (text: string, values: Record<string, unknown>): string =>
  text.replace(VARIABLE, (_, name: string, otherwise = '') => {
    const value = values[name]
    return (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '') || otherwise.trim()
  })
