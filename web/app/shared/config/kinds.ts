/** A kind or state that the database stores, by its column. Types alone, so that the lists cost no script. */
export type { KindOf } from '../../../../supabase/functions/_shared/kinds.ts'
