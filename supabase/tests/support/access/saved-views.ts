import { STAFF } from '../cast.ts'
import { change, type Rule, read, rule, SERVICE, STRANGER } from './rule.ts'

const key = 'view:admin'

/** Saved views: each member of the staff has their own, and nobody sees those of another. */
export const SAVED_VIEWS: Rule[] = [
  rule({
    spec: ['2.12-05'],
    table: 'saved_views',
    operation: 'select',
    row: 'a view of an admin',
    statement: read('saved_views', key),
    yes: ['admin', ...SERVICE],
    otherwise: 'none',
    except: STRANGER,
  }),
  rule({
    spec: ['2.12-05'],
    table: 'saved_views',
    operation: 'insert',
    row: 'their own view',
    statement: () => ({ sql: `insert into saved_views (page, name, query) values ('students', 'שם', '')` }),
    yes: STAFF,
    otherwise: 'denied',
  }),
  rule({
    spec: ['2.12-05'],
    table: 'saved_views',
    operation: 'insert',
    row: 'a view in the name of an admin',
    statement: (cast) => ({
      sql: `insert into saved_views (owner_id, page, name, query) values ($1, 'students', 'שם', '')`,
      values: [cast.adminId.admin],
    }),
    yes: SERVICE,
    otherwise: 'denied',
  }),
  rule({
    spec: ['2.12-05'],
    table: 'saved_views',
    operation: 'update',
    row: 'a view of an admin',
    // Without a condition, so that the policy of the operation stands alone, not behind that of reading.
    statement: () => ({ sql: `update saved_views set name = 'אחר'` }),
    yes: ['admin', ...SERVICE],
    otherwise: 'none',
    except: STRANGER,
  }),
  rule({
    spec: ['2.12-05'],
    table: 'saved_views',
    operation: 'update',
    row: 'the owner of a view',
    statement: change('saved_views', key, 'owner_id = owner_id'),
    yes: SERVICE,
    otherwise: 'denied',
  }),
  rule({
    spec: ['2.12-05'],
    table: 'saved_views',
    operation: 'delete',
    row: 'a view of an admin',
    statement: () => ({ sql: 'delete from saved_views' }),
    yes: ['admin', ...SERVICE],
    otherwise: 'none',
    except: STRANGER,
  }),
]
