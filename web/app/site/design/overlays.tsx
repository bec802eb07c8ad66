import { Accordion, AccordionContent, AccordionItem, AccordionTrigger } from '~/shared/ui/accordion'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle, DialogTrigger } from '~/shared/ui/dialog'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '~/shared/ui/dropdown-menu'
import { Icon } from '~/shared/ui/icon'
import { toast } from '~/shared/ui/toast'
import { designText as text } from './design.he'

/** What floats and what opens. */
export function Overlays() {
  return (
    <>
      <Dialog>
        <DialogTrigger asChild>
          <Button look="secondary">{text.dialog}</Button>
        </DialogTrigger>
        <DialogContent>
          <DialogTitle className="pe-10 text-xl">{text.dialog}</DialogTitle>
          <DialogDescription className="mt-3 text-ink-2">{text.sentence}</DialogDescription>
        </DialogContent>
      </Dialog>
      <DropdownMenu modal={false}>
        <DropdownMenuTrigger asChild>
          <Button look="secondary">
            {text.menu}
            <Icon name="chevron-down" className="size-4" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem>
            <Icon name="user" />
            {text.word}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem>
            <Icon name="sign-out" />
            {text.word}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {(['success', 'error', 'info', 'warning'] as const).map((kind) => (
        <Button key={kind} look="quiet" onClick={() => void toast[kind](text.sentence)}>
          {text.toast} <Bidi>{kind}</Bidi>
        </Button>
      ))}
      <Accordion type="single" collapsible className="w-full border-ink border-t">
        {[1, 2].map((entry) => (
          <AccordionItem key={entry} value={String(entry)}>
            <AccordionTrigger>
              {text.word} {entry}
            </AccordionTrigger>
            <AccordionContent>{text.sentence}</AccordionContent>
          </AccordionItem>
        ))}
      </Accordion>
    </>
  )
}
