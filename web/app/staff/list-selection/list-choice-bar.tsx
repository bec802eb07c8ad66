import { type ComponentType, type ReactNode, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { toast } from '~/shared/ui/toast'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { SelectionBar } from './selection-bar'
import type { Chosen, Selection } from './use-selection'

/** What is done with chosen rows: its buttons on the bar while rows are chosen, or what it says instead. */
export type ChoiceActionsProps = {
  chosen: Chosen
  clear: () => void
  /** The bar of what is chosen, with these buttons; nothing while no row is. */
  bar: (buttons: ReactNode) => ReactNode
}

/** What makes rows of a list choosable. */
export type ListChoice<Row> = {
  /** How a row is called where it is chosen or was refused. */
  nameOf: (row: Row) => string
  /** Ids and names of all that an address finds. */
  all: (address: ListAddress) => Promise<[string, string][]>
  Actions: ComponentType<ChoiceActionsProps>
}

type ListChoiceBarProps<Row> = {
  choice: ListChoice<Row>
  selection: Selection
  address: ListAddress
  found: { total: number | null; more?: boolean } | undefined
}

/** The bar of what is chosen in a list. All that match can be chosen as far as they are counted. */
export function ListChoiceBar<Row>({ choice, selection, address, found }: ListChoiceBarProps<Row>) {
  const [choosing, setChoosing] = useState(false)
  const { chosen, choose, clear } = selection
  const chooseAll = async () => {
    setChoosing(true)
    try {
      choose(await choice.all(address))
    } catch (cause) {
      void toast.error(toAppError(cause).message)
    }
    setChoosing(false)
  }
  const bar = (buttons: ReactNode) =>
    chosen.size > 0 && (
      <SelectionBar
        count={chosen.size}
        total={found && !found.more ? found.total : null}
        choosing={choosing}
        onAll={() => void chooseAll()}
        onClear={clear}
      >
        {buttons}
      </SelectionBar>
    )
  return <choice.Actions chosen={chosen} clear={clear} bar={bar} />
}
