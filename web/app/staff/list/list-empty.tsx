import { Button } from '~/shared/ui/button'
import { StateMessage } from '~/shared/ui/state-message'
import { listText as text } from './list.he'

type ListEmptyProps = {
  words: { empty: string; emptyLead: string }
  /** Takes search and filters away; missing while there are none. */
  onClear: (() => void) | undefined
  /** Leads to the first page; missing on it. */
  onFirst: (() => void) | undefined
}

/** What a list says where there is no row: nothing matches, or there is nothing at all yet. */
export function ListEmpty({ words, onClear, onFirst }: ListEmptyProps) {
  const somewhere = onClear ?? onFirst
  return (
    <StateMessage
      title={somewhere ? text.noneFound : words.empty}
      body={somewhere ? '' : words.emptyLead}
      className="py-10"
    >
      {onClear && (
        <Button look="secondary" onClick={onClear}>
          {text.clear}
        </Button>
      )}
      {onFirst && (
        <Button look="secondary" onClick={onFirst}>
          {text.first}
        </Button>
      )}
    </StateMessage>
  )
}
