export { BookmarkList } from './bookmark-list'
export { BookmarkToggle } from './bookmark-toggle'
