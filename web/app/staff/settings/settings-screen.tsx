import { useQuery, useQueryClient } from '@tanstack/react-query'
import { putNewer } from '~/shared/client/put-newer'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { VersionedForm } from '~/staff/form/versioned-form'
import { SETTING_SECTIONS, SettingSections } from './setting-sections'
import { saveSettings, settingsQuery } from './settings.calls'
import { settingsText as text } from './settings.he'
import { SettingsHistory } from './settings-history'
import { settingsSchema } from './settings-schema'
import { TestMail } from './test-mail'
import { testMailText } from './test-mail.he'

/** The settings of the academy in one form, with their index beside them and their history below [2.12-10]. */
export function SettingsScreen() {
  const client = useQueryClient()
  const { data: record, isPending, isError, refetch } = useQuery(settingsQuery())
  return (
    <>
      <header className="pt-8 pb-5">
        <h1 className="text-2xl">{text.title}</h1>
        <p className="mt-1 text-ink-2">{text.lead}</p>
      </header>
      {isPending && <Loading />}
      {isError && !record && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {record && (
        <div className="grid gap-8 xl:grid-cols-[minmax(0,760px)_200px]">
          <VersionedForm
            label={text.title}
            labels={text.labels}
            record={record}
            schema={settingsSchema}
            save={async (version, changes) => {
              const saved = await saveSettings(version, changes)
              putNewer(client, settingsQuery().queryKey, saved)
              void client.invalidateQueries({ queryKey: ['staff', 'settings-history'] })
              return saved
            }}
          >
            {({ field, write }) => (
              <>
                <SettingSections field={field} />
                <TestMail />
                <SettingsHistory
                  onPutBack={(key, value) => {
                    write(key, value)
                  }}
                />
              </>
            )}
          </VersionedForm>
          <Index />
        </div>
      )}
    </>
  )
}

function Index() {
  const entries = [
    ...SETTING_SECTIONS.map(([name]) => [name, text.sections[name].title] as const),
    ['mail', testMailText.title] as const,
    ['history', text.history] as const,
  ]
  return (
    <nav aria-label={text.index} className="hidden xl:block">
      <ul className="sticky top-6 border-rule border-t">
        {entries.map(([name, title]) => (
          <li key={name} className="border-rule border-b">
            <a
              href={`#section-${name}`}
              className="flex min-h-[42px] items-center text-ink-2 no-underline hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
