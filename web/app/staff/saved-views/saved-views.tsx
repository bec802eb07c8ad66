import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { toAppError } from '~/shared/errors/errors'
import { Bidi } from '~/shared/ui/bidi'
import { buttonClass } from '~/shared/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '~/shared/ui/dropdown-menu'
import { Icon } from '~/shared/ui/icon'
import { toast } from '~/shared/ui/toast'
import { type ListAddress, type ListShape, readListAddress, writeListAddress } from '~/staff/shared/list-address.rules'
import { MOST_VIEWS, removeView, renameView, type SavedView, savedViewsQuery, saveView } from './saved-views.calls'
import { viewsText as text } from './saved-views.he'
import { ViewNameDialog } from './view-name-dialog'

type SavedViewsProps = { page: string; shape: ListShape; address: ListAddress }

/** The person's views of a list as tabs over it. A view is an address and nothing else, so each tab is a link. */
export function SavedViews({ page, shape, address }: SavedViewsProps) {
  const { data: views = [] } = useQuery(savedViewsQuery(page))
  const client = useQueryClient()
  const [naming, setNaming] = useState<{ view?: SavedView }>()
  const queryOf = (listAddress: ListAddress) => writeListAddress({ ...listAddress, place: null }, shape).toString()
  const shown = queryOf(address)
  const shows = (view: SavedView) => queryOf(readListAddress(new URLSearchParams(view.query), shape)) === shown
  const isKnown = shown === '' || views.some(shows)
  const again = () => client.invalidateQueries({ queryKey: savedViewsQuery(page).queryKey })
  const remove = async (view: SavedView) => {
    const undo = () => void saveView(page, view).then(again).catch(showFailure)
    await removeView(view.id)
    await again()
    void toast.success(text.removed(view.name), { label: text.undo, onClick: undo })
  }
  if (views.length === 0 && isKnown && !naming) return null
  return (
    <nav aria-label={text.label} className="mb-3 flex flex-wrap items-center gap-x-1 border-rule border-b">
      <Tab to="?" name={text.all} isShown={shown === ''} />
      {views.map((view) => (
        <span key={view.id} className="flex items-center">
          <Tab to={`?${view.query}`} name={view.name} isShown={shows(view)} />
          {shows(view) && (
            <ViewMenu
              view={view}
              onRename={() => setNaming({ view })}
              onRemove={() => void remove(view).catch(showFailure)}
            />
          )}
        </span>
      ))}
      {!isKnown && views.length < MOST_VIEWS && (
        <button type="button" className={buttonClass('quiet', 'small')} onClick={() => setNaming({})}>
          {text.save}
          <span aria-hidden="true">+</span>
        </button>
      )}
      {naming && (
        <ViewNameDialog
          name={naming.view?.name}
          onConfirm={async (name) => {
            await (naming.view ? renameView(naming.view.id, name) : saveView(page, { name, query: shown }))
            await again()
          }}
          onClose={() => setNaming(undefined)}
        />
      )}
    </nav>
  )
}

const showFailure = (cause: unknown) => toast.error(toAppError(cause).message)

function Tab({ to, name, isShown }: { to: string; name: string; isShown: boolean }) {
  return (
    <Link
      to={to}
      aria-current={isShown ? 'page' : undefined}
      className={clsx(
        '-mb-px inline-flex min-h-11 max-w-60 items-center border-b-2 px-3 no-underline',
        isShown ? 'border-green font-semibold text-ink' : 'border-transparent text-ink-2 hover:text-ink',
      )}
    >
      <Bidi className="truncate">{name}</Bidi>
    </Link>
  )
}

type ViewMenuProps = { view: SavedView; onRename: () => void; onRemove: () => void }

function ViewMenu({ view, onRename, onRemove }: ViewMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger aria-label={text.more(view.name)} className="grid size-11 place-items-center text-ink-2">
        <Icon name="chevron-down" className="size-4" />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={onRename}>{text.rename}</DropdownMenuItem>
        <DropdownMenuItem onSelect={onRemove}>{text.remove}</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
