type Navigate = (path: string, options?: { replace?: boolean }) => void

let navigate: Navigate = (path) => window.location.assign(path)

/** The root hands over the router's way to navigate, for code that runs outside of components. */
export function setNavigate(next: Navigate): void {
  navigate = next
}

/** Goes to an address of the application without a reload. */
export const goTo: Navigate = (path, options) => navigate(path, options)
