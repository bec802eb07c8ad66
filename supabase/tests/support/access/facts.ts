import { EVERYONE, hidden, type Rule, read, rule, SERVICE, serverOnly } from './rule.ts'

const seen = (table: string, key: string): Rule =>
  rule({
    spec: ['6-09'],
    table,
    operation: 'select',
    row: 'a row of a published fact',
    statement: read(table, key),
    yes: EVERYONE,
    otherwise: 'none',
  })

/** Finance facts and their corrections: everyone reads what is published, functions alone write. */
export const FACTS: Rule[] = [
  seen('finance_facts', 'fact'),
  hidden({ spec: ['6-09'], table: 'finance_facts', row: 'a draft', key: 'draftFact', yes: SERVICE }),
  ...serverOnly({
    spec: ['6-20'],
    table: 'finance_facts',
    key: 'fact',
    insert: `insert into finance_facts (slug, name_he) values ('new', 'א')`,
    set: `name_he = 'ב'`,
  }),
  seen('finance_fact_corrections', 'correction'),
  hidden({
    spec: ['6-09'],
    table: 'finance_fact_corrections',
    row: 'a correction of a draft',
    key: 'draftCorrection',
    yes: SERVICE,
  }),
  ...serverOnly({
    spec: ['6-20'],
    table: 'finance_fact_corrections',
    key: 'correction',
    insert: `insert into finance_fact_corrections (fact_id, said_before, says) select id, '1', '2' from finance_facts limit 1`,
    set: `says = '3'`,
  }),
]
