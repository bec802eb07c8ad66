type Navigate = (path: string, options?: { replace?: boolean }) => Promise<void> | void

let navigate: Navigate = (path) => window.location.assign(path)

/** The root hands over the router's way to navigate, for code that runs outside of components. */
export function setNavigate(next: Navigate): void {
  navigate = next
}

/** Goes to an address of the application without a reload; done when the new screen is there. */
export async function navigateTo(path: string, options?: { replace?: boolean }): Promise<void> {
  await navigate(path, options)
}
