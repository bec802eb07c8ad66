import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '~/session/student/sign-out.calls'
import { staffPaths } from '~/shared/config/staff-paths'
import { foldHebrew } from '~/shared/formats/hebrew-search'
import { stripInvisible } from '~/shared/formats/invisible'
import { Bidi } from '~/shared/ui/bidi'
import { Dialog, DialogCross, DialogScrim, DialogTitle } from '~/shared/ui/dialog'
import type { StaffRole } from '~/staff/entry/staff.rules'
import { mayCall } from '~/staff/entry/staff-calls.rules'
import { staffPageText } from '~/staff/shared/staff-pages.he'
import { openPages } from '~/staff/shared/staff-pages.rules'
import type { RequestedAction } from '~/staff/shared/use-requested-action'
import { type ListedStudent, studentsQuery } from '~/staff/students/students.calls'
import { allowedPaletteActions, studentPaletteActions } from './palette-actions.rules'
import { shellText as text } from './shell.he'
import { useSettled } from './use-settled'

const FEWEST_LETTERS = 2
const MOST_STUDENTS = 6
/** How long after the last letter students are asked for, in ms. */
const PAUSE = 250

const isFound = (name: string, search: string) => foldHebrew(name).includes(foldHebrew(search))

type FoundAction = { id: string; label: string; whom?: string; run: () => void }
type PaletteProps = { role: StaffRole | null; onClose: () => void }

/** Pages, students and actions by a few letters; it finds only what the role may open. */
export function Palette({ role, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<string>()
  const navigate = useNavigate()
  const search = stripInvisible(typed).trim()
  const asked = useSettled(search, PAUSE)
  const pages = openPages(role)
  const students = useQuery({
    ...studentsQuery({ search: asked }),
    enabled: mayCall(role, 'list_students') && asked.length >= FEWEST_LETTERS,
  })
  const go = (path: string, act?: RequestedAction) => {
    onClose()
    void navigate(path, act && { state: { act } })
  }
  const foundPages = pages.filter(({ name }) => isFound(staffPageText[name], search))
  const foundStudents = students.data?.rows.slice(0, MOST_STUDENTS) ?? []
  const foundActs = [
    ...(foundStudents[0] && search ? actsOn(foundStudents[0]) : []),
    ...allowedPaletteActions(role)
      .filter(({ name }) => isFound(text.acts[name], search))
      .map(({ name, path, act }): FoundAction => ({ id: name, label: text.acts[name], run: () => go(path, act) })),
    ...(isFound(text.signOut, search) ? [{ id: 'sign-out', label: text.signOut, run: () => void signOut() }] : []),
  ]
  function actsOn({ id, firstName, lastName, state }: ListedStudent): FoundAction[] {
    return studentPaletteActions(role, state).map((act) => ({
      id: `${act} ${id}`,
      label: text.studentActs[act],
      whom: `${firstName} ${lastName}`,
      run: () => go(staffPaths.student(id), act),
    }))
  }
  const ids = [
    ...foundPages.map(({ name }) => name),
    ...foundStudents.map(({ id }) => id),
    ...foundActs.map(({ id }) => id),
  ]
  const chosen = picked && ids.includes(picked) ? picked : ids[0]
  const nothing = ids.length === 0 && !students.isFetching && asked === search
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <DialogScrim />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 top-[12dvh] z-50 mx-auto w-[calc(100%-32px)] max-w-[560px] animate-rise rounded-card bg-card text-sm shadow-float"
        >
          <DialogTitle className="sr-only">{text.palette}</DialogTitle>
          <Command label={text.palette} shouldFilter={false} loop value={chosen ?? ''} onValueChange={setPicked}>
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              placeholder={text.palette}
              className="min-h-14 w-full rounded-t-card border-rule border-b bg-transparent ps-4 pe-14 text-base outline-offset-[-3px] placeholder:text-ink-3"
            />
            <p role="status" className={nothing || students.isError ? 'px-4 py-6 text-ink-2' : 'sr-only'}>
              {students.isError ? text.paletteFailed : nothing && text.paletteNone}
            </p>
            <Command.List label={text.palette} className="max-h-[50dvh] overflow-y-auto p-2">
              <Group title={text.palettePages} shown={foundPages.length > 0}>
                {foundPages.map(({ name, path }) => (
                  <Item key={name} value={name} onSelect={() => go(path)}>
                    {staffPageText[name]}
                  </Item>
                ))}
              </Group>
              <Group title={text.paletteStudents} shown={foundStudents.length > 0}>
                {foundStudents.map(({ id, firstName, lastName, emailMasked }) => (
                  <Item key={id} value={id} onSelect={() => go(staffPaths.student(id))}>
                    <Bidi className="font-semibold">{`${firstName} ${lastName}`}</Bidi>
                    <bdi dir="ltr" className="ms-auto text-ink-2">
                      {emailMasked}
                    </bdi>
                  </Item>
                ))}
              </Group>
              <Group title={text.paletteActions} shown={foundActs.length > 0}>
                {foundActs.map(({ id, label, whom, run }) => (
                  <Item key={id} value={id} onSelect={run}>
                    {label}
                    {whom && <Bidi className="ms-auto text-ink-2">{whom}</Bidi>}
                  </Item>
                ))}
              </Group>
            </Command.List>
          </Command>
          <DialogCross className="absolute end-1.5 top-1.5 bg-transparent" />
        </Primitive.Content>
      </Primitive.Portal>
    </Dialog>
  )
}

function Group({ title, shown, children }: { title: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null
  return (
    <Command.Group
      heading={title}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-ink-2 [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2.5 data-[selected=true]:bg-green-wash"
    >
      {children}
    </Command.Item>
  )
}
