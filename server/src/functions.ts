import type { FunctionModule } from 'embedded-supabase'

/** The functions of `supabase/functions`, by name. */
export const functions: Record<string, FunctionModule> = {}
