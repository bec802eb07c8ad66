/** When something may be asked for again: in seconds up to two minutes, then in minutes. */
export const repeatIn = (seconds: number): string =>
  seconds < 120 ? `אפשר לשלוח שוב בעוד ${seconds} שנ׳` : `אפשר לשלוח שוב בעוד ${Math.ceil(seconds / 60)} דקות`
