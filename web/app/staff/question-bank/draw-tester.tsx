import { useEffect, useRef, useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import { type DrawTest, type DrawTestOf, drawTest } from './definitions.rules'
import { drawText as text } from './draw-tester.he'

const CELL = 'border-rule border-b py-2 pe-4 text-start'

/** Draws a calculated question a thousand times, between which the page stays awake, and says what came of it. */
export function DrawTester({ definition }: { definition: DrawTestOf }) {
  const [found, setFound] = useState<DrawTest>()
  const [busy, setBusy] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  async function draw() {
    setBusy(true)
    const draws = drawTest(definition)
    for (let next = draws.next(); !isGone.current; next = draws.next()) {
      if (next.done) {
        setFound(next.value)
        break
      }
      await new Promise((resolve) => setTimeout(resolve))
    }
    setBusy(false)
  }
  return (
    <div className="mt-5 border-rule border-t pt-4">
      <Button look="secondary" size="small" busy={busy} onClick={() => void draw()}>
        {text.draw}
      </Button>
      {found && <Found found={found} />}
    </div>
  )
}

function Found({ found: { redrawn, faults, extremes, bars, shortest, longest } }: { found: DrawTest }) {
  const most = Math.max(...bars.map(({ count }) => count))
  return (
    <div role="status" className="mt-4 grid gap-4">
      <p className={faults.length > 0 ? 'text-red' : 'text-green-ink'}>
        {faults.length === 0
          ? text.noFaults
          : faults.map(({ code, count }) => `${text.faults[code]}: ${plural(count, text.times)}`).join(' · ')}
      </p>
      <p className="text-ink-2">{redrawn === 0 ? text.noneRedrawn : plural(redrawn, text.redrawn)}</p>
      <table className="w-full max-w-[520px]">
        <caption className="text-start font-semibold">{text.extremes}</caption>
        <thead>
          <tr>
            {[text.name, text.least, text.greatest].map((name) => (
              <th key={name} scope="col" className={`${CELL} font-normal text-ink-2 text-sm`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {extremes.map(({ name, least, greatest }) => (
            <tr key={name}>
              <th scope="row" className={`${CELL} font-semibold`}>
                {name ? <bdi dir="ltr">{name}</bdi> : text.answer}
              </th>
              <td className={CELL}>
                <bdi dir="ltr">{least}</bdi>
              </td>
              <td className={CELL}>
                <bdi dir="ltr">{greatest}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="w-full max-w-[520px]">
        <caption className="text-start font-semibold">{text.spread}</caption>
        <tbody>
          {bars.map(({ from, to, count }) => (
            <tr key={from}>
              <th scope="row" className="whitespace-nowrap py-0.5 pe-4 text-start font-normal text-sm">
                <bdi dir="ltr">{from}</bdi> {text.upTo} <bdi dir="ltr">{to}</bdi>
              </th>
              <td className="w-full">
                <span
                  aria-hidden="true"
                  className="block h-3 rounded-sm bg-green"
                  style={{ inlineSize: `${(100 * count) / most}%` }}
                />
              </td>
              <td className="ps-3 text-end text-sm tabular-nums">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="grid gap-2">
        {[
          [text.shortest, shortest],
          [text.longest, longest],
        ].map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-2 text-sm">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
