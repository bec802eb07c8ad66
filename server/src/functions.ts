import type { FunctionModule } from 'embedded-supabase'

/** The functions of `supabase/functions`, by name. */
export const functions: Record<string, FunctionModule> = {
  'account-recovery': { load: () => import('../../supabase/functions/account-recovery/handler.ts') },
  'batch-progress': { load: () => import('../../supabase/functions/batch-progress/handler.ts') },
  'deliver-campaigns': { load: () => import('../../supabase/functions/deliver-campaigns/handler.ts') },
  'deliver-mail': { load: () => import('../../supabase/functions/deliver-mail/handler.ts') },
  'quiz-attempts': { load: () => import('../../supabase/functions/quiz-attempts/handler.ts') },
  'quiz-authoring': { load: () => import('../../supabase/functions/quiz-authoring/handler.ts') },
  'quiz-preview': { load: () => import('../../supabase/functions/quiz-preview/handler.ts') },
  'review-deck': { load: () => import('../../supabase/functions/review-deck/handler.ts') },
  'sign-lesson-file': { load: () => import('../../supabase/functions/sign-lesson-file/handler.ts') },
  'sign-support-file': { load: () => import('../../supabase/functions/sign-support-file/handler.ts') },
  'test-campaign': { load: () => import('../../supabase/functions/test-campaign/handler.ts') },
  'test-mail': { load: () => import('../../supabase/functions/test-mail/handler.ts') },
  'vimeo-folder': { load: () => import('../../supabase/functions/vimeo-folder/handler.ts') },
}
