import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

/** The tags of news and essays, drafts too, by the alphabet. */
export const articleTagsQuery = () =>
  queryOptions({
    queryKey: ['staff', 'content', 'article-tags'],
    queryFn: async () => (await callFunction('article_tag_names', {}, LIST_LOADING_TIMEOUT)) as string[],
  })
