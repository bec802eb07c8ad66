/** What the database refuses, by its code. */
export const teamRefusals: Record<string, string> = {
  FORBIDDEN: 'אין לכם הרשאה לפעולה הזאת. ייתכן שההרשאות שלכם השתנו.',
  INSUFFICIENT_LEVEL: 'אי אפשר לפעול על תפקיד בכיר משלכם או לתת אותו.',
  CANNOT_CHANGE_SELF: 'אי אפשר לשנות את התפקיד או המצב של עצמכם.',
  LAST_SUPER_ADMIN: 'זה החשבון הפעיל האחרון בתפקיד super_admin, והוא חייב להישאר.',
  ADMIN_ALREADY_EXISTS: 'הכתובת הזאת כבר שייכת לחבר צוות.',
  EMAIL_DOMAIN_NOT_ALLOWED: 'אפשר להזמין רק כתובות מהדומיינים של החברה.',
  INVITATION_NOT_FOUND: 'ההזמנה כבר לא מחכה: היא התקבלה, בוטלה או פגה.',
  ADMIN_NOT_FOUND: 'חבר הצוות לא נמצא.',
  NO_SECOND_STEP: 'לחשבון הזה אין אפליקציית אימות.',
  REASON_REQUIRED: 'צריך סיבה של 3 עד 500 תווים.',
  INVALID_ROLE: 'אין תפקיד כזה.',
  INVALID_PERMISSION: 'אין תפקיד או הרשאה כאלה.',
  VERSION_CONFLICT: 'ההרשאות השתנו בינתיים. הטבלה עודכנה, ומה שסימנתם נשאר: בדקו ושמרו שוב.',
}
