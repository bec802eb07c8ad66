import { clsx } from 'clsx'
import { Popover } from 'radix-ui'
import { useId } from 'react'
import { Bidi } from '~/shared/ui/bidi'
import { buttonClass } from '~/shared/ui/button'
import { playerText } from './player.he'
import { PlayerButton } from './player-button'
import { CAPTION_SIZES, type PlayerPreferences, RATES } from './player-preferences'
import { playerSettingsText } from './player-settings.he'
import type { Captions } from './use-captions'

export type PlayerSettingsProps = {
  preferences: PlayerPreferences
  captions: Captions
  onChange: (changed: Partial<PlayerPreferences>) => void
  container: HTMLElement | null
  /** Has no room in the row of a phone; null where the browser cannot. */
  pictureInPicture: (() => void) | null
}

/** What is set once and remembered, opened by the press that brought it, inside the player. */
export function SettingsPopover({ preferences, captions, onChange, container, pictureInPicture }: PlayerSettingsProps) {
  const { tracks, language, visible } = captions
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>
        <PlayerButton icon="settings" label={playerText.settings} />
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          dir="rtl"
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={playerText.settings}
          className="z-10 grid max-h-(--radix-popover-content-available-height) w-[min(20rem,calc(100vw-16px))] gap-4 overflow-y-auto rounded-card bg-card p-4 text-ink"
        >
          <Choice
            legend={playerText.speed}
            className="grid grid-cols-4"
            options={RATES.map((rate) => ({ value: String(rate), label: `${rate}×` }))}
            value={String(preferences.rate)}
            onChoose={(rate) => onChange({ rate: Number(rate) })}
          />
          {tracks.length > 0 && (
            <>
              <Choice
                legend={playerSettingsText.captionLanguage}
                className="flex flex-wrap"
                options={[
                  { value: '', label: playerSettingsText.captionsOff },
                  ...tracks.map(({ lang, label }) => ({ value: lang, label })),
                ]}
                value={visible && language ? language : ''}
                onChoose={(lang) => onChange(lang ? { captions: true, captionLanguage: lang } : { captions: false })}
              />
              <Choice
                legend={playerSettingsText.captionSize}
                className="grid grid-cols-4"
                options={CAPTION_SIZES.map((size) => ({ value: size, label: playerSettingsText.captionSizes[size] }))}
                value={preferences.captionSize}
                onChoose={(size) =>
                  onChange({ captionSize: CAPTION_SIZES.find((known) => known === size) ?? 'normal' })
                }
              />
            </>
          )}
          {pictureInPicture && (
            <button
              type="button"
              onClick={pictureInPicture}
              className={clsx(buttonClass('secondary', 'small'), 'sm:hidden')}
            >
              {playerText.pictureInPicture}
            </button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type ChoiceProps = {
  legend: string
  className: string
  options: readonly { value: string; label: string }[]
  value: string
  onChoose: (value: string) => void
}

function Choice({ legend, className, options, value, onChoose }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{legend}</legend>
      <div className={clsx('gap-1.5', className)}>
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              'inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-control border px-2.5 text-sm has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
              option.value === value ? 'border-green bg-green font-semibold text-white' : 'border-rule-2 text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className="sr-only"
            />
            <Bidi>{option.label}</Bidi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
