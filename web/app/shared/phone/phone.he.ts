/** The international phone field; the two English texts are the specification's [2.6-02]. */
export const phoneText = {
  country: (name: string, dialCode: string) => `קידומת מדינה: ${name} ${dialCode}`,
  countries: 'מדינות',
  searchCountry: 'Search country...',
  noCountry: 'No country found.',
} as const
