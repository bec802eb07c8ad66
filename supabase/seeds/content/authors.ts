import { idOf } from './id.ts'
import type { Author } from './types.ts'

type AuthorSource = { slug: string; name: string; expertise: string[]; bio: string }

/** Invented people: no name, biography or picture belongs to a real lecturer. */
const source: AuthorSource[] = [
  {
    slug: 'noa-barak',
    name: 'נועה ברק',
    expertise: ['חשבון פיננסי', 'חיסכון והתנהלות', 'הוראה למבוגרים'],
    bio: 'מורה למתמטיקה שעברה ללמד מבוגרים על כסף. מאמינה שכל נוסחה אפשר להסביר בעזרת דף, עט ושלוש שורות של חשבון.',
  },
  {
    slug: 'ori-shalev',
    name: 'אורי שלו',
    expertise: ['פנסיה', 'חיסכון לטווח ארוך', 'תכנון פרישה'],
    bio: 'מלמד על חיסכון פנסיוני כבר יותר מעשור. התחיל בעקבות דוח שנתי אחד שלא הבין, ומאז מתרגם דוחות לעברית.',
  },
  {
    slug: 'tamar-alon',
    name: 'תמר אלון',
    expertise: ['שוק ההון', 'מדדים', 'עלויות השקעה'],
    bio: 'כלכלנית שמתעניינת במה שנשאר בידי המשקיעים אחרי עלויות. בשיעורים שלה כל טענה מלווה במספרים שאפשר לבדוק.',
  },
  {
    slug: 'samir-khoury',
    name: 'סמיר ח׳ורי',
    expertise: ['משכנתאות', 'אשראי צרכני', 'עמלות בנקים'],
    bio: 'עבד שנים מול דלפק האשראי, וכיום מלמד איך נראית הצעה מהצד השני של השולחן. אוהב לוחות סילוקין כמו שאחרים אוהבים תשבצים.',
  },
  {
    slug: 'michal-dahan',
    name: 'מיכל דהן',
    expertise: ['מיסוי יחידים', 'תלושי שכר'],
    bio: 'מסבירה תלושי שכר ודוחות מס לשכירים. השאלה שהיא שומעת הכי הרבה היא מה זה הניכוי הזה, והיא אוהבת לענות עליה.',
  },
  {
    slug: 'itai-golan',
    name: 'איתי גולן',
    expertise: ['איגרות חוב', 'ניהול סיכונים', 'סטטיסטיקה'],
    bio: 'סטטיסטיקאי שמלמד סיכון בעזרת משחקי קובייה. מעדיף לדבר על מה שיכול להשתבש לפני שמדברים על מה שיכול להצליח.',
  },
  {
    slug: 'liat-avraham',
    name: 'ליאת אברהם',
    expertise: ['כלכלה התנהגותית', 'תקציב משפחתי', 'יציאה מחובות'],
    bio: 'ליוותה משפחות בבניית תקציב ובסגירת חובות, וחוקרת איך אנשים מחליטים כשהם עייפים ולחוצים. כותבת בלי שיפוטיות.',
  },
]

export const authors: Author[] = source.map(({ slug, name, expertise, bio }) => ({
  id: idOf('authors', slug),
  name_he: name,
  slug,
  image_url: `/storage/v1/object/public/images/authors/${slug}.webp`,
  expertise_areas: expertise,
  bio_he: bio,
}))
