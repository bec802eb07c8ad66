import { useState } from 'react'
import { staffPaths } from '~/shared/config/staff-paths'
import { Button } from '~/shared/ui/button'
import { ListFrame } from '~/staff/list/list-frame'
import { ListLead } from '~/staff/list/list-lead'
import { AddressDialog } from './address-dialog'
import { SUPPRESSION_COLUMNS } from './suppression-columns'
import { SUPPRESSION_LIST, suppressionsQuery } from './suppressions.calls'
import { countedAddresses, suppressionsText as text } from './suppressions.he'

const WORDS = { ...text, counted: countedAddresses }
const SORTS = { created_at: { title: text.columns.created_at, begins: 'desc' } } as const

/** The addresses that get no campaigns: why, since when, and the ways onto and off the list [2.12-09]. */
export function SuppressionsScreen() {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <ListFrame
        words={WORDS}
        shape={SUPPRESSION_LIST}
        query={suppressionsQuery}
        columns={SUPPRESSION_COLUMNS}
        sorts={SORTS}
        filters={text.filters}
        opens={false}
        lead={<ListLead to={staffPaths.notifications} link={text.toCampaigns} lead={text.lead} />}
        actions={() => (
          <Button look="primary" size="small" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
            {text.add}
          </Button>
        )}
      />
      {isAdding && <AddressDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}
