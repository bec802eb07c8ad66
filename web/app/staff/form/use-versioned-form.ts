import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { DeadlineError } from '~/shared/client/deadline'
import { toAppError } from '~/shared/errors/errors'
import { toast } from '~/shared/ui/toast'
import { formText as text } from './form.he'
import type { SavingState } from './form-bar'
import { refusingHalfTyped } from './half-typed'
import { EditConflict, FieldRefusal } from './refusals'
import {
  changesOf,
  disputedFields,
  type EditChoice,
  type FormRecord,
  type FormValue,
  type FormValues,
  mergeEdits,
  type NewerRecord,
  withLaterTyping,
} from './versions.rules'

const AGAIN_MS = 10_000
const TIME = new Intl.DateTimeFormat('he-IL', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Jerusalem' })

export type VersionedFormOptions = {
  /** What was read. A newer one that comes while nothing is unsaved takes its place. */
  record: FormRecord
  /** The rules of the fields, the same as the database has. */
  schema: z.ZodMiniType<Record<string, FormValue>, Record<string, FormValue>>
  /**
   * Saves the fields that changed, and gives the record as it stands now.
   * @throws EditConflict when the version is no longer the newest; FieldRefusal about fields; AppError, DeadlineError
   */
  save: (version: number, changes: Readonly<Record<string, FormValue>>) => Promise<FormRecord>
  /** Joins two texts of a field that were made of one; null where somebody has to choose. */
  join?: ((field: string, base: FormValue, mine: FormValue, theirs: FormValue) => FormValue | null) | undefined
}

/** A save on its way: what it sends, and what stood in the fields when it went. */
type Pending = { mine: FormValues; written: FormValues; undoing: boolean }

/** The states of a form whose saves name the version that was read: nothing that was typed is lost, whatever the answer. */
export function useVersionedForm({ record, schema, save, join }: VersionedFormOptions) {
  const [base, setBase] = useState(record)
  const [state, setState] = useState<SavingState>({ at: 'rest' })
  const [conflict, setConflict] = useState<Pending & { newer: NewerRecord }>()
  /** What the fields of the last save held before it, as long as nobody else changed one of them. */
  const [before, setBefore] = useState<FormValues>()
  const [attempt, setAttempt] = useState(0)
  const sending = useRef(false)
  const form = useForm<Record<string, FormValue>>({
    mode: 'onTouched',
    delayError: 300,
    shouldFocusError: false,
    defaultValues: record.values,
    resolver: refusingHalfTyped(standardSchemaResolver(schema)),
  })
  const values = useWatch({ control: form.control }) as FormValues
  const unsaved = Object.keys(changesOf(base.values, values)).length

  const followNewer = useEffectEvent(() => {
    if (sending.current || record.version <= base.version) return
    // What is typed this moment is in the form and not yet drawn.
    if (Object.keys(changesOf(base.values, form.getValues())).length > 0) return
    const newer = changesOf(base.values, record.values)
    setBefore((kept) => (kept && Object.keys(kept).some((field) => field in newer) ? undefined : kept))
    setBase(record)
    form.reset(record.values)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when a newer record was read, or the last change is gone
  useEffect(() => followNewer(), [record.version, unsaved])

  function settle(saved: FormRecord, from: FormValues, { mine, written, undoing }: Pending) {
    const now = withLaterTyping(written, form.getValues(), saved.values)
    setBase(saved)
    form.reset(now)
    setBefore(undoing ? undefined : pick(from, Object.keys(changesOf(from, mine))))
    setConflict(undefined)
    setState({ at: undoing ? 'undone' : 'saved', time: TIME.format(new Date()) })
  }

  function fail(cause: unknown, from: FormValues, pending: Pending) {
    if (cause instanceof EditConflict) return meet(cause.newer, from, pending)
    setConflict(undefined)
    if (cause instanceof FieldRefusal) {
      for (const [field, message] of Object.entries(cause.problems)) form.setError(field, { message })
      setState({ at: 'rest' })
      return setAttempt((count) => count + 1)
    }
    const { code, message } = toAppError(cause)
    const unheard = code === 'NETWORK_ERROR' || cause instanceof DeadlineError
    setState(unheard && !pending.undoing ? { at: 'offline' } : { at: 'refused', message })
  }

  /** Where all that was written stands already, the answer to an earlier save was lost on its way. */
  function meet(newer: NewerRecord, from: FormValues, pending: Pending) {
    const merged = mergeEdits(from, pending.mine, newer.values, {})
    if (Object.keys(changesOf(newer.values, merged)).length === 0) return settle(newer, from, pending)
    const joined = pending.undoing ? undefined : joinDisputed(from, pending.mine, newer)
    if (joined) return saveJoined(joined, newer, from, pending)
    setState({ at: 'rest' })
    setConflict({ ...pending, newer })
  }

  /** All disputed fields joined with what stands in them now, later typing included; undefined where one cannot be, or there is none. */
  function joinDisputed(from: FormValues, mine: FormValues, newer: NewerRecord) {
    const joined: Record<string, FormValue> = {}
    for (const field of disputedFields(from, mine, newer.values)) {
      const [base, typed, theirs] = [from[field] ?? '', form.getValues(field) ?? '', newer.values[field] ?? '']
      const merged = join?.(field, base, typed, theirs) ?? null
      if (merged === null) return undefined
      joined[field] = merged
    }
    return Object.keys(joined).length > 0 ? joined : undefined
  }

  function saveJoined(joined: FormValues, newer: NewerRecord, from: FormValues, { mine, written }: Pending) {
    const merged = { ...mergeEdits(from, mine, newer.values, {}), ...joined }
    setConflict(undefined)
    setBase(newer)
    form.reset({ ...withLaterTyping(written, form.getValues(), merged), ...joined })
    void toast.info(text.joined)
    // Once this save has ended.
    void Promise.resolve().then(() => send(newer, merged))
  }

  async function send(from: FormRecord, mine: FormValues, undoing = false) {
    const pending = { mine, undoing, written: { ...form.getValues() } }
    const changes = changesOf(from.values, mine)
    if (sending.current || Object.keys(changes).length === 0) return
    sending.current = true
    setState({ at: 'saving' })
    try {
      settle(await save(from.version, changes), from.values, pending)
    } catch (cause) {
      fail(cause, from.values, pending)
    } finally {
      sending.current = false
    }
  }

  async function submit() {
    let invalid = false
    const checked = form.handleSubmit(
      (mine) => send(base, mine),
      () => {
        invalid = true
      },
    )
    await checked()
    if (invalid) setAttempt((count) => count + 1)
  }

  // By itself it leads nobody to what is wrong in the fields.
  const saveAgain = useEffectEvent(() => {
    if (state.at === 'offline') void form.handleSubmit((mine) => send(base, mine))()
  })
  useEffect(() => {
    const listen = () => saveAgain()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [])
  // A server that does not answer says nothing when it is back.
  useEffect(() => {
    if (state.at !== 'offline') return
    const trying = setInterval(() => saveAgain(), AGAIN_MS)
    return () => clearInterval(trying)
  }, [state])

  return {
    form,
    base,
    values,
    state,
    unsaved,
    attempt,
    conflict,
    submit,
    /** Takes up what was written over an earlier reading; a save then names that reading, and asks where others changed it. */
    resume: (read: FormRecord, changes: FormValues) => {
      setBase(read)
      form.reset(read.values)
      for (const [field, value] of Object.entries(changes)) form.setValue(field, value, { shouldDirty: true })
    },
    discard: () => {
      form.reset(base.values)
      setState({ at: 'rest' })
    },
    undo: before && (() => void send(base, { ...base.values, ...before }, true)),
    closeConflict: () => setConflict(undefined),
    /** Saves on top of what stands now, each disputed field as chosen. */
    resolve: (pending: Pending & { newer: NewerRecord }, choices: Record<string, EditChoice>) => {
      const { newer, mine, written, undoing } = pending
      const merged = mergeEdits(base.values, mine, newer.values, choices)
      if (Object.keys(changesOf(newer.values, merged)).length === 0) return settle(newer, newer.values, pending)
      setConflict(undefined)
      setBase(newer)
      form.reset(withLaterTyping(written, form.getValues(), undoing ? newer.values : merged))
      void send(newer, merged, undoing)
    },
  }
}

const pick = (values: FormValues, fields: string[]): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)))
