import { clsx } from 'clsx'
import { Accordion as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon'

/** A ruled list whose entries open in place; with `type="single" collapsible` one at a time. */
export const Accordion = Primitive.Root

export function AccordionItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return <Primitive.Item {...props} className={clsx('border-b border-rule', className)} />
}

export function AccordionTrigger({ children }: { children: ReactNode }) {
  return (
    <Primitive.Header className="font-sans">
      <Primitive.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 text-start font-sans font-semibold">
        {children}
        <Icon name="chevron-down" className="transition-transform duration-150 group-data-[state=open]:rotate-180" />
      </Primitive.Trigger>
    </Primitive.Header>
  )
}

export function AccordionContent({ children }: { children: ReactNode }) {
  return <Primitive.Content className="animate-fade pb-4">{children}</Primitive.Content>
}
