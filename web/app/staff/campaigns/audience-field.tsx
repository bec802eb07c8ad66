import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '~/shared/ui/button'
import { choicesQuery } from '~/staff/content/content-choices.calls'
import type { FieldParts } from '~/staff/form/versioned-form'
import { studentTagsQuery } from '~/staff/students/student-tags.calls'
import { audienceText as text } from './audience.he'
import {
  type Audience,
  type AudienceRule,
  type AudienceRuleField as Field,
  newRule,
  RULE_VALUE,
  readAudience,
} from './audience.rules'
import { AudienceCount } from './audience-count'
import type { CampaignKind } from './campaigns.rules'
import { quizChoicesQuery } from './quiz-choices.calls'

const SELECT = 'min-h-11 rounded-control border border-field bg-card px-3'
const FIELDS = Object.entries(text.fields) as [Field, string][]

type AudienceFieldProps = { parts: FieldParts; kind: CampaignKind; json: string; onWrite: (json: string) => void }

/** Builds the rules of an audience as sentences, with how many they find at that moment. */
export function AudienceField({ parts: { label, name, ref, error }, kind, json, onWrite }: AudienceFieldProps) {
  const audience = readAudience(json)
  const { rules, match } = audience
  const write = (next: Partial<Audience>) => onWrite(JSON.stringify({ ...audience, ...next }))
  const place = useRef<HTMLFieldSetElement>(null)
  const [led, setLed] = useState<number>()
  useEffect(() => {
    if (led === undefined) return
    // To the condition that came, or to the one that took the place of one that went; where there is none, to adding.
    const conditions = place.current?.querySelectorAll<HTMLElement>('li select:first-child') ?? []
    const goal = conditions[Math.min(led, conditions.length - 1)] ?? place.current?.querySelector('button')
    goal?.focus()
    setLed(undefined)
  }, [led])
  return (
    <fieldset ref={place}>
      <legend className="mb-2 font-semibold">{label}</legend>
      <input type="hidden" name={name} ref={ref} />
      {rules.length > 1 && (
        <select
          aria-label={text.matchLabel}
          value={match}
          onChange={({ target }) => write({ match: target.value === 'any' ? 'any' : 'all' })}
          className={`${SELECT} mb-3`}
        >
          <option value="all">{text.match.all}</option>
          <option value="any">{text.match.any}</option>
        </select>
      )}
      {rules.length === 0 && <p className="text-ink-2">{text.everybody}</p>}
      <ol className="grid gap-2">
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is nothing but its place and its words
          <li key={at} className="flex flex-wrap items-center gap-2 border-rule border-b pb-2">
            <RuleParts
              rule={rule}
              number={at + 1}
              onChange={(next) => write({ rules: rules.map((one, i) => (i === at ? next : one)) })}
            />
            <Button
              look="quiet"
              size="small"
              aria-label={text.remove(at + 1)}
              className="ms-auto"
              onClick={() => {
                write({ rules: rules.filter((_, i) => i !== at) })
                setLed(at)
              }}
            >
              ✕
            </Button>
          </li>
        ))}
      </ol>
      {rules.length < 20 && (
        <Button
          look="secondary"
          size="small"
          className="mt-3"
          onClick={() => {
            write({ rules: [...rules, newRule('activity')] })
            setLed(rules.length)
          }}
        >
          {text.add}
        </Button>
      )}
      {error && <p className="mt-1 text-red text-sm">{error}</p>}
      <AudienceCount audience={audience} kind={kind} />
    </fieldset>
  )
}

type RulePartsProps = { rule: AudienceRule; number: number; onChange: (rule: AudienceRule) => void }

function RuleParts({ rule, number, onChange }: RulePartsProps) {
  const wants = RULE_VALUE[rule.field]
  return (
    <>
      <select
        aria-label={text.field(number)}
        value={rule.field}
        onChange={({ target }) => onChange(newRule(target.value as Field))}
        className={SELECT}
      >
        {FIELDS.map(([field, called]) => (
          <option key={field} value={field}>
            {called}
          </option>
        ))}
      </select>
      <select
        aria-label={text.op(number)}
        value={rule.op}
        onChange={({ target }) => onChange({ ...rule, op: target.value })}
        className={SELECT}
      >
        {Object.entries(text.ops[rule.field] ?? {}).map(([op, called]) => (
          <option key={op} value={op}>
            {called}
          </option>
        ))}
      </select>
      {(wants === 'days' || wants === 'lessons') && (
        <input
          type="number"
          min={0}
          max={9999}
          dir="ltr"
          aria-label={text.value(number)}
          value={rule[wants] ?? ''}
          onChange={({ target }) =>
            onChange({ ...rule, [wants]: target.value === '' ? undefined : Math.trunc(Number(target.value)) })
          }
          className={`${SELECT} w-24`}
        />
      )}
      {wants === 'tag' && (
        <TagSelect label={text.value(number)} value={rule.tag ?? ''} onChosen={(tag) => onChange({ ...rule, tag })} />
      )}
      {(wants === 'course' || wants === 'quiz') && (
        <RecordSelect
          of={wants}
          label={text.value(number)}
          value={rule.id ?? ''}
          onChosen={(id) => onChange({ ...rule, id })}
        />
      )}
    </>
  )
}

type RecordSelectProps = ValueSelectProps & { of: 'course' | 'quiz' }

function RecordSelect({ of, label, value, onChosen }: RecordSelectProps) {
  const courses = useQuery({ ...choicesQuery('course'), enabled: of === 'course' })
  const quizzes = useQuery({ ...quizChoicesQuery(), enabled: of === 'quiz' })
  const choices = (of === 'course' ? courses : quizzes).data
  return (
    <ValueSelect label={label} value={value} onChosen={onChosen}>
      {choices?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </ValueSelect>
  )
}

type ValueSelectProps = { label: string; value: string; onChosen: (value: string) => void }

function TagSelect(props: ValueSelectProps) {
  const { data: known = [] } = useQuery(studentTagsQuery())
  // The tag of a rule stays choosable when nobody has it any more.
  const tags = [...new Set([...known, ...(props.value ? [props.value] : [])])]
  return (
    <ValueSelect {...props}>
      {tags.map((tag) => (
        <option key={tag}>{tag}</option>
      ))}
    </ValueSelect>
  )
}

function ValueSelect({ label, value, onChosen, children }: ValueSelectProps & { children: ReactNode }) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChosen(target.value)}
      className={`${SELECT} max-w-full`}
    >
      <option value="">{text.choose}</option>
      {children}
    </select>
  )
}
