/** One test of each kind to meet: each of two versions, of which the second is asked. */
export const QUIZ_ROWS: [name: string, course: string, lesson: string | null, published: boolean][] = [
  ['quiz', 'course', null, true],
  ['draftQuiz', 'course', null, false],
  ['quizOfDraft', 'draftCourse', null, true],
  ['quizOfDraftLesson', 'course', 'draftLesson', true],
]

/** Makes a test of two versions; gives its id. */
export const quizStatement = `with quiz as (
    insert into quizzes (course_id, lesson_id, is_published, version) values ($1, $2, $3, 2) returning id),
  versions as (insert into quiz_versions (quiz_id, version, title_he, pass_percent, question_count)
    select quiz.id, version, 'מבחן', 70, 1 from quiz, generate_series(1, 2) as version)
  select id from quiz`
