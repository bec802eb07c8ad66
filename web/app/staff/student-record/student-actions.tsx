import { useQuery } from '@tanstack/react-query'
import { formatShortMoment } from '~/shared/formats/dates'
import { Loading } from '~/shared/ui/loading'
import { Failed, Section } from '~/shared/ui/section'
import { studentActionsQuery } from './student.calls'
import { studentText as text } from './student.he'

const nameOf = (action: string) => text.actionNames[action as keyof typeof text.actionNames] ?? action

/** What staff did with the account, by whom and why. */
export function StudentActions({ studentId }: { studentId: string }) {
  const { data, isPending, isError, refetch } = useQuery(studentActionsQuery(studentId))
  return (
    <Section id="student-actions" title={text.actions}>
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="py-4 text-ink-2">{text.noActions}</p>}
      <ul>
        {data?.map(({ id, name, reason, actor, at }) => (
          <li key={id} className="grid gap-x-4 border-rule border-b py-2.5 md:grid-cols-[190px_1fr]">
            <time dateTime={at} className="text-ink-2">
              {formatShortMoment(at)}
            </time>
            <p>
              <span className="font-semibold">{nameOf(name)}</span> · <bdi>{actor ?? text.byNobody}</bdi>
              {reason && (
                <span dir="auto" className="block text-ink-2 [overflow-wrap:anywhere]">
                  {reason}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
