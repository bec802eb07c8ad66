import { sparkPoints } from './today.rules'

const WIDTH = 140
const HEIGHT = 36

/** A small line of what happened day by day; the numbers stand in the table beside it. */
export function Sparkline({ values }: { values: number[] }) {
  return (
    <svg aria-hidden="true" viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`} className="h-10 w-36 shrink-0 text-green">
      <polyline
        points={sparkPoints(values, WIDTH, HEIGHT)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  )
}
