import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { putNewer } from '~/shared/client/put-newer'
import { paths } from '~/shared/config/paths'
import { Switch } from '~/shared/ui/switch'
import { muteNotifications, type NotificationKind, type Notifications, notificationsQuery } from './notifications.calls'
import { notificationsText as text } from './notifications.he'

const KINDS = Object.keys(text.kinds) as NotificationKind[]

/** Which kinds a student wants, each saved at once and taken back where the server refuses. */
export function NotificationChoices({ userId, muted }: { userId: string; muted: NotificationKind[] }) {
  const client = useQueryClient()
  const { queryKey } = notificationsQuery(userId)
  const show = (kind: NotificationKind, isMuted: boolean) =>
    putNewer<Notifications>(
      client,
      queryKey,
      (now) => now && { ...now, muted: [...now.muted.filter((one) => one !== kind), ...(isMuted ? [kind] : [])] },
    )
  const change = useMutation({
    mutationFn: ({ kind, isMuted }: { kind: NotificationKind; isMuted: boolean }) => muteNotifications(kind, isMuted),
    onMutate: async ({ kind, isMuted }) => {
      await client.cancelQueries({ queryKey })
      show(kind, isMuted)
    },
    onSuccess: (_, { kind, isMuted }) => show(kind, isMuted),
    onError: (_, { kind, isMuted }) => show(kind, !isMuted),
  })
  return (
    <section aria-labelledby="choices" className="mt-12">
      <h2 id="choices" className="border-ink border-b pb-2 text-xl">
        {text.choices}
      </h2>
      <p className="mt-3 text-ink-2">{text.choicesLead}</p>
      <ul>
        {KINDS.map((kind) => (
          <li key={kind} className="border-rule border-b py-4">
            <Switch
              label={text.kinds[kind].title}
              about={text.kinds[kind].about}
              checked={!muted.includes(kind)}
              busy={change.isPending && change.variables.kind === kind}
              onChange={(wanted) => change.mutate({ kind, isMuted: !wanted })}
            />
          </li>
        ))}
      </ul>
      {change.isError && (
        <p role="alert" className="mt-2 text-red text-sm">
          {text.saveFailed}
        </p>
      )}
      <p className="mt-4">
        <Link to={paths.profilePrivacy} className="text-link">
          {text.consent}
        </Link>
      </p>
    </section>
  )
}
