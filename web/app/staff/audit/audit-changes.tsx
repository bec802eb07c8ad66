import { formatMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import type { AuditChange } from './audit.calls'
import { auditText as text } from './audit.he'
import { fieldLabel, valueKind } from './audit.rules'

/** What was before and what after, field by field. */
export function AuditChanges({ changes }: { changes: AuditChange[] }) {
  if (changes.length === 0) return <p className="text-ink-2">{text.noChanges}</p>
  return (
    <table className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          {[text.field, text.before, text.after].map((title) => (
            <th
              key={title}
              scope="col"
              className="border-ink border-b py-2 pe-4 text-start font-semibold text-ink-2 text-xs"
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field} className="align-top">
            <th
              scope="row"
              className="border-rule border-b py-2.5 pe-4 text-start font-semibold [overflow-wrap:anywhere]"
            >
              <Bidi>{fieldLabel(field)}</Bidi>
            </th>
            <Value value={before} look="text-ink-2 line-through decoration-ink-3" />
            <Value value={after} look="" />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value, look }: { value: string | null; look: string }) {
  const kind = valueKind(value)
  return (
    <td className="max-h-60 border-rule border-b py-2.5 pe-4 [overflow-wrap:anywhere]">
      {kind === 'nothing' && <span className="text-ink-3">{text.nothing}</span>}
      {(kind === 'yes' || kind === 'no') && <span className={look}>{text[kind]}</span>}
      {kind === 'moment' && <span className={look}>{formatMoment(value ?? '')}</span>}
      {kind === 'code' && (
        <bdi dir="ltr" className={look}>
          {value}
        </bdi>
      )}
      {kind === 'text' && <Bidi className={`whitespace-pre-line ${look}`}>{value}</Bidi>}
    </td>
  )
}
