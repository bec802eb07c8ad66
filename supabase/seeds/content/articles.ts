import type { Article } from './types.ts'

export const articles: Article[] = []
