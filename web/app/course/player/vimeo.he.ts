/** What is said before a video is loaded from Vimeo. */
export const vimeoText = {
  title: 'הסרטון נמצא ב־Vimeo',
  about: 'בלחיצה על הכפתור הוא ייטען משם, ו־Vimeo תקבל את כתובת הרשת שלכם. מעקב של Vimeo כבוי.',
  load: 'לטעון את הסרטון',
} as const
