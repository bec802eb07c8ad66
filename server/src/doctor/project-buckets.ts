/** The buckets that the migrations make: whether anybody may read them, and the largest file in bytes. */
export const BUCKETS = [
  { id: 'images', public: true, file_size_limit: 10_485_760 },
  { id: 'lesson-files', public: false, file_size_limit: 20_971_520 },
  { id: 'lesson-videos', public: false, file_size_limit: 2_147_483_648 },
  { id: 'support-files', public: false, file_size_limit: 12_582_912 },
  { id: 'trash', public: false, file_size_limit: null },
  { id: 'uploads', public: false, file_size_limit: 2_147_483_648 },
]
