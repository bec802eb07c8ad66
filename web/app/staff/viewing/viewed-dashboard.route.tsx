import { ViewedDashboard } from './viewed-dashboard'

export default function ViewedDashboardPage() {
  return <ViewedDashboard />
}
