/** The colours of a chart by what they are called in `media/look.mjs`. */
type Tone = 'ink' | 'green' | 'saffron' | 'stone' | 'red'

/** How a number is written: shekels, a percent of what is 0.05, or plain. */
type Unit = '₪' | '%' | ''

type Series = {
  name: string
  tone: Tone
  values: number[] /** What is written at its end in place of the last value. */
  end?: string
}
type Part = { name: string; value: number; tone: Tone /** What is written in place of the value. */; shown?: string }

/** What a film draws. Each kind grows by steps: a column, a line, a row; a spoken line says how many are shown. */
export type Chart =
  | {
      kind: 'growth'
      unit: Unit
      /** What the columns count, under them. */
      axis: string
      /** Stacked from below. */
      parts: Series[]
      /** How many columns stand after each step. */
      reveal: number[]
      labels?: string[]
      digits?: number
    }
  | { kind: 'lines'; unit: Unit; axis: string; series: Series[]; from?: number; labels?: string[]; digits?: number }
  | { kind: 'bars'; unit: Unit; bars: Part[]; digits?: number }
  | { kind: 'shares'; unit: Unit; whole: string; parts: Part[]; digits?: number }
  | { kind: 'steps'; rows: { name: string; sum: string; strong?: boolean }[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'timeline'; points: { when: string; what: string; tone?: Tone }[] }

/** What is said, and how many steps of the chart are shown from then on. */
type Line = [shown: number, text: string]

/** A lesson's film as it is written by hand; a run in braces reads from left to right and is recomputed. */
export type FilmSource = { chart: Chart; lines: Line[] }
