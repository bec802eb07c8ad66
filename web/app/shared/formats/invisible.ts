export { foldDigits, stripInvisible } from '../../../../supabase/functions/_shared/invisible.ts'
