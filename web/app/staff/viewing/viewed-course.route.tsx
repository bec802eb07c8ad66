import { useParams } from 'react-router'
import { ViewedCourse } from './viewed-course'

export default function ViewedCoursePage() {
  const { courseId = '' } = useParams()
  return <ViewedCourse courseId={courseId} />
}
