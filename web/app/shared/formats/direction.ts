export { directionOf, withDirectionMark } from '../../../../supabase/functions/_shared/direction.ts'
