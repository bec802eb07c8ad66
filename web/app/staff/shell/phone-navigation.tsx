import { Dialog as Primitive } from 'radix-ui'
import { useState } from 'react'
import { Dialog, DialogCross, DialogScrim, DialogTitle, DialogTrigger } from '~/shared/ui/dialog'
import { Icon } from '~/shared/ui/icon'
import type { StaffMember } from '~/staff/entry/staff.rules'
import { shellText as text } from './shell.he'
import { ShellNavigation } from './shell-navigation'

/** The navigation behind a button, where the window has no room for it beside the page. */
export function PhoneNavigation({ member }: { member: StaffMember }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger
        aria-label={text.openNavigation}
        className="grid size-11 shrink-0 place-items-center rounded-control border border-rule-2 lg:hidden"
      >
        <Icon name="menu" />
      </DialogTrigger>
      <Primitive.Portal>
        <DialogScrim />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-50 w-[264px] animate-fade overflow-y-auto overscroll-contain bg-desk text-sm"
        >
          <DialogTitle className="sr-only">{text.navigation}</DialogTitle>
          <DialogCross className="absolute end-2 top-3 bg-transparent" />
          <ShellNavigation member={member} onChosen={() => setOpen(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Dialog>
  )
}
