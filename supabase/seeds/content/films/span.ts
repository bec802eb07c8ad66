/** The values of a chart from one whole number to another, both included. */
export const span = (from: number, to: number, value: (at: number) => number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => value(from + index))
