/** A list to choose from, in the look of a text field. */
export const SELECT = 'block min-h-12 w-full rounded-control border border-field bg-card px-3'

/** As many short fields stand in a row as it has place for. */
export const FIELD_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] items-start gap-x-4 gap-y-3'
