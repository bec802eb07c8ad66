import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { buttonClass } from '~/shared/ui/button'
import { Switch } from '~/shared/ui/switch'
import type { PageShortcut } from './keyboard'
import { keyboardHelpText, playerKeys } from './keyboard-help.he'
import { playerText } from './player.he'

type KeyboardHelpProps = {
  onClose: () => void
  container: HTMLElement | null
  shortcuts: readonly PageShortcut[]
  everywhere: boolean
  onEverywhere: (everywhere: boolean) => void
}

/** The keyboard map. It opens inside the player, so that it is also seen in full screen. */
export function KeyboardHelp(props: KeyboardHelpProps) {
  const { onClose, container, shortcuts, everywhere, onEverywhere } = props
  const rows = [...shortcuts.map(({ action, label }) => [action, [label]] as const), ...playerKeys]
  const opener = useRef<Element | null>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal container={container}>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-ink/45" />
        <Dialog.Content
          dir="rtl"
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          className="fixed inset-0 z-50 m-auto h-fit max-h-[90dvh] w-[calc(100%-40px)] max-w-[480px] overflow-y-auto rounded-card bg-card p-6 text-ink"
        >
          <Dialog.Title className="mb-2 text-xl">{playerText.help}</Dialog.Title>
          <Dialog.Description className="mb-4 text-ink-2 text-sm">
            {everywhere ? keyboardHelpText.helpHint.everywhere : keyboardHelpText.helpHint.inPlayer}
          </Dialog.Description>
          <dl className="divide-y divide-rule border-rule border-y">
            {rows.map(([action, keys]) => (
              <div key={action} className="flex items-center justify-between gap-4 py-2">
                <dt>{action}</dt>
                <dd dir="ltr" className="flex shrink-0 gap-1.5">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="min-w-8 rounded-md border border-rule-2 px-2 text-center font-sans text-sm"
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
          <div className="mt-4">
            <Switch label={keyboardHelpText.keysEverywhere} checked={everywhere} onChange={onEverywhere} />
          </div>
          <p className="mt-4 text-ink-2 text-sm">{keyboardHelpText.gestures}</p>
          <Dialog.Close className={`${buttonClass('secondary', 'small')} mt-5`}>{playerText.close}</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
