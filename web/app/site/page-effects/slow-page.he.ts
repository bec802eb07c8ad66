/** Said when the next page takes too long to come. */
export const slowPageText = {
  late: 'הדף עוד לא הגיע. אפשר להמשיך לחכות, או לבקש אותו שוב.',
  retry: 'לנסות שוב',
} as const
