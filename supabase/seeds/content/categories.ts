import { idOf } from './id.ts'
import type { Category } from './types.ts'

const source: [slug: string, name: string, description: string, featured: boolean][] = [
  ['finance-basics', 'יסודות הפיננסים', 'כסף, ריבית, תקציב והחלטות: הכלים שכל השאר נשען עליהם.', true],
  ['investments', 'השקעות', 'שוק ההון בשפה פשוטה: מדדים, איגרות חוב, סיכון, פיזור ועלויות.', true],
  ['insurance', 'ביטוח', 'מה ביטוח עושה, מה כפול, ומה אפשר לשאת לבד. הקורסים הראשונים בהכנה.', true],
  ['retirement', 'פנסיה ופרישה', 'חיסכון לטווח ארוך: פנסיה, קרן השתלמות, קופת גמל ותכנון הפרישה.', true],
  ['taxes', 'מיסים', 'תלוש השכר, מדרגות, נקודות זיכוי ומס על רווחי השקעה.', true],
  ['banking', 'בנקאות', 'משכנתה, אשראי, פיקדונות ועמלות: איך לקרוא הצעה ואיך להשוות.', false],
]

export const categories: Category[] = source.map(([slug, name_he, description_he, is_featured], index) => ({
  id: idOf('categories', slug),
  name_he,
  description_he,
  slug,
  order_index: index + 1,
  is_active: true,
  is_featured,
}))
