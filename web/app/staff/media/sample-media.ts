/** Files of the library as `list_media_files` gives them, for tests of its screens. */
const variants = [{ width: 640, height: 480, format: 'webp', path: 'library/a/640.webp', bytes: 9 }]
export const READY = {
  ...{ id: 'm1', name: 'beach.jpg', state: 'ready', failure: null, width: 640, height: 480, original_bytes: 120_000 },
  ...{ alt_he: '', focus_x: 0.5, focus_y: 0.5, variants, kind: 'picture', stored_bytes: 9, path: null },
  ...{ duration_seconds: null, codec: null, is_faststart: null, poster: null, trashed_at: null },
}
export const VIDEO = {
  ...{ ...READY, id: 'm3', name: 'lesson.mp4', kind: 'video', variants: [], path: 'library/m3.mp4', stored_bytes: 5e6 },
  ...{ duration_seconds: 61, codec: 'HEVC', is_faststart: false, poster: variants },
}
export const SHEET = {
  ...READY,
  id: 'm4',
  name: 'דף.pdf',
  kind: 'file',
  variants: [],
  path: 'library/m4/a.pdf',
  stored_bytes: 34_000,
}
export const BROKEN = { ...READY, id: 'm2', name: 'bad.png', state: 'failed', failure: 'BROKEN', variants: [] }
