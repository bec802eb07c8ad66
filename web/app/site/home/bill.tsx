import { homeText } from './home.he'

/** What the academy costs and asks for, as a small bill. */
export function Bill({ courseCount, className = '' }: { courseCount: number; className?: string }) {
  const { rows } = homeText.closing
  const lines: [string, string][] = [
    [rows.price, rows.priceValue],
    ...(courseCount > 0 ? [[rows.courses, String(courseCount)] satisfies [string, string]] : []),
    [rows.password, rows.passwordValue],
    [rows.pace, rows.paceValue],
  ]
  return (
    <dl className={`border-ink border-t ${className}`}>
      {lines.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-4 border-rule border-b py-3">
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-semibold text-lg">
            <bdi dir={/^[₪\d]/.test(value) ? 'ltr' : undefined}>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
