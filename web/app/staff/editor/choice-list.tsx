import { Bidi } from '~/shared/ui/bidi'

type ChoiceListProps<Choice> = {
  label: string
  /** `aside` says what kind of thing it is, or what it says. */
  choices: readonly { key: string; aside: string; name: string; choice: Choice }[]
  onChosen: (choice: Choice) => void
}

/** What was found, a line each; one of them is chosen. */
export function ChoiceList<Choice>({ label, choices, onChosen }: ChoiceListProps<Choice>) {
  return (
    <ul aria-label={label} className="max-h-72 overflow-y-auto border-rule border-t">
      {choices.map(({ key, aside, name, choice }) => (
        <li key={key} className="border-rule border-b">
          <button
            type="button"
            onClick={() => onChosen(choice)}
            className="flex min-h-11 w-full items-center gap-3 px-2 text-start hover:bg-green-wash"
          >
            <span className="w-24 shrink-0 text-ink-2 text-sm">
              <Bidi>{aside}</Bidi>
            </span>
            <Bidi>{name}</Bidi>
          </button>
        </li>
      ))}
    </ul>
  )
}
