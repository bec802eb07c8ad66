import { earlyStartText as text } from './form-pictures.he'
import { savingsAfter } from './savings.rules'

const MONTHLY = 200
const RATE = 0.05
const UNTIL = 67
const STARTS = [25, 35, 45].map((age) => ({
  age,
  deposited: (UNTIL - age) * 12 * MONTHLY,
  accumulated: savingsAfter(UNTIL - age, MONTHLY, RATE),
}))
const MOST = Math.max(...STARTS.map(({ accumulated }) => accumulated))
const WIDTH = 320
const ROW = 18

const shekels = new Intl.NumberFormat('he-IL', { maximumFractionDigits: 0 })
const money = (amount: number) => `₪${shekels.format(amount)}`

/** What an early start is worth, as three lines of a ledger: the picture beside registration. */
export function EarlyStart() {
  return (
    <figure className="w-full max-w-[440px]">
      <p className="font-serif text-2xl leading-tight font-bold">{text.title}</p>
      <dl className="mt-8 border-t border-ink">
        {STARTS.map(({ age, deposited, accumulated }) => (
          <div key={age} className="border-b border-rule py-5">
            <dt className="font-semibold">{text.from(age)}</dt>
            <dd>
              <Bar deposited={deposited} accumulated={accumulated} />
              <p className="mt-2 flex justify-between gap-4 text-sm text-ink-2">
                <span>
                  {text.deposited} <bdi dir="ltr">{money(deposited)}</bdi>
                </span>
                <span>
                  {text.accumulated}{' '}
                  <bdi dir="ltr" className="font-bold text-green-ink">
                    {money(accumulated)}
                  </bdi>
                </span>
              </p>
            </dd>
          </div>
        ))}
      </dl>
      <figcaption className="mt-4 text-xs text-ink-2">{text.caption(money(MONTHLY), '5%', UNTIL)}</figcaption>
    </figure>
  )
}

/** What was paid in, in ink, and what grew on it, in green; it begins where the line does. */
function Bar({ deposited, accumulated }: { deposited: number; accumulated: number }) {
  const [paid, whole] = [deposited, accumulated].map((amount) => (amount / MOST) * WIDTH) as [number, number]
  return (
    <svg viewBox={`0 0 ${WIDTH} ${ROW}`} aria-hidden="true" className="mt-2 block w-full">
      <rect x={WIDTH - whole} width={whole - paid} height={ROW} className="fill-green" />
      <rect x={WIDTH - paid} width={paid} height={ROW} className="fill-ink" />
    </svg>
  )
}
