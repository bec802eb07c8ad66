import { savingsAfter } from './savings.rules'
import { ledgerText } from './sign-in.he'

const MONTHLY = 200
const RATE = 0.05
const YEARS = Array.from({ length: 20 }, (_, index) => index + 1)
const LINES = [1, 5, 10, 20]
const HEIGHT = 150
const BAR = 11
const STEP = 16
const HIGHEST = savingsAfter(20, MONTHLY, RATE)

const shekels = new Intl.NumberFormat('he-IL', { maximumFractionDigits: 0 })
const money = (amount: number) => `₪${shekels.format(amount)}`

/** A savings account as bars and as lines of a ledger: the picture beside forms. */
export function SavingsLedger() {
  return (
    <figure className="w-full max-w-[440px]">
      <p className="font-serif text-2xl leading-tight font-bold">{ledgerText.title}</p>
      <Bars />
      <table className="mt-6 w-full border-t border-ink text-sm">
        <thead>
          <tr className="text-ink-2">
            <th className="py-2 text-start font-normal">{ledgerText.year}</th>
            <th className="py-2 text-end font-normal">{ledgerText.deposited}</th>
            <th className="py-2 text-end font-normal">{ledgerText.accumulated}</th>
          </tr>
        </thead>
        <tbody>
          {LINES.map((year) => (
            <tr key={year} className="border-t border-rule-2">
              <td className="py-2">{year}</td>
              <td className="py-2 text-end">
                <bdi dir="ltr">{money(year * 12 * MONTHLY)}</bdi>
              </td>
              <td className="py-2 text-end font-bold text-green-ink">
                <bdi dir="ltr">{money(savingsAfter(year, MONTHLY, RATE))}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption className="mt-4 text-xs text-ink-2">{ledgerText.caption(money(MONTHLY), '5%')}</figcaption>
    </figure>
  )
}

function Bars() {
  const scale = (amount: number) => (amount / HIGHEST) * HEIGHT
  return (
    <svg viewBox={`0 0 ${YEARS.length * STEP} ${HEIGHT + 1}`} aria-hidden="true" className="mt-8 w-full">
      {YEARS.map((year) => {
        const total = scale(savingsAfter(year, MONTHLY, RATE))
        const deposited = scale(year * 12 * MONTHLY)
        const x = (year - 1) * STEP
        return (
          <g key={year}>
            <rect x={x} y={HEIGHT - total} width={BAR} height={total - deposited} className="fill-green" />
            <rect x={x} y={HEIGHT - deposited} width={BAR} height={deposited} className="fill-ink" />
          </g>
        )
      })}
      <path d={`M0 ${HEIGHT + 0.5}H${YEARS.length * STEP}`} className="stroke-rule-2" strokeWidth="1" />
    </svg>
  )
}
