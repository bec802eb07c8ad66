import { useParams } from 'react-router'
import { ViewedLesson } from './viewed-lesson'

export default function ViewedLessonPage() {
  const { lessonId = '' } = useParams()
  return <ViewedLesson lessonId={lessonId} />
}
