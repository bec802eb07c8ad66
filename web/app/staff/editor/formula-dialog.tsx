import { useDeferredValue, useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { formulaWords } from '~/site/rich-text/formula.he'
import { canonicalFormula, FormulaError, formulaInWords, readFormula } from '~/site/rich-text/formula.rules'
import { RichFormula } from '~/site/rich-text/rich-formula'
import { editorText as text } from './editor.he'
import type { InsertDialogProps } from './insert-dialogs'
import { LONGEST_FORMULA } from './rich-nodes.rules'

const EXAMPLES = [
  'FV = PV * (1 + r)^n',
  'NPV = sum(t, 0, n, CF_t / (1 + r)^t)',
  'ריבית ריאלית = (1 + ריבית נומינלית) / (1 + אינפלציה) - 1',
]

type Reading = { spoken: string; problem?: never } | { spoken?: never; problem: string }

/** How a formula is heard, or why it cannot be read. */
function readingOf(formula: string): Reading {
  if (formula === '') return { problem: text.formulaEmpty }
  try {
    return { spoken: formulaInWords(readFormula(formula), formulaWords) }
  } catch (cause) {
    if (!(cause instanceof FormulaError)) throw cause
    return { problem: text.formulaFaults[cause.fault](cause.part) }
  }
}

/** Asks for a formula, and shows at once how it looks and how it is heard. */
export function FormulaDialog({ attrs, onDone, onClose }: InsertDialogProps) {
  const [typed, setTyped] = useState(attrs.text ?? '')
  const [isProblemShown, setProblemShown] = useState(false)
  const formula = canonicalFormula(typed)
  const { spoken, problem } = readingOf(formula)
  const heard = useDeferredValue(spoken)
  return (
    <ConfirmDialog
      title={text.formulaTitle}
      lead={text.formulaLead}
      confirm={text.done}
      cancel={text.cancel}
      look="primary"
      isReady={() => {
        setProblemShown(true)
        return problem === undefined
      }}
      onConfirm={async () => onDone({ text: formula })}
      onClose={onClose}
    >
      <TextField
        label={text.formulaField}
        hint={text.formulaHint}
        dir="ltr"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_FORMULA}
        value={typed}
        error={isProblemShown || formula !== '' ? problem : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      {typed === '' && (
        <div className="mt-3">
          <p className="text-ink-2 text-sm">{text.formulaExamples}</p>
          <ul className="mt-1 grid gap-1">
            {EXAMPLES.map((example) => (
              <li key={example}>
                <button
                  type="button"
                  dir="ltr"
                  onClick={() => setTyped(example)}
                  className="text-link min-h-11 w-full text-end text-sm"
                >
                  {example}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {spoken && (
        <dl className="mt-4 rounded-control border border-rule p-4">
          <dt className="text-ink-2 text-sm">{text.formulaShown}</dt>
          <dd>
            <RichFormula text={formula} isBlock />
          </dd>
          <dt className="mt-2 text-ink-2 text-sm">{text.formulaInWords}</dt>
          <dd role="status">{heard}</dd>
        </dl>
      )}
    </ConfirmDialog>
  )
}
