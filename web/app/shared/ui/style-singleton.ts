import { useEffect } from 'react'

/**
 * Stands in for the package react-style-singleton, by which Radix stops the page from scrolling under a dialog. That
 * one writes a style element, which the policy of the pages forbids; a style sheet that a script makes is no part of
 * the document and needs no leave.
 * @returns a component that keeps the styles of its first living instance in force until the last one is gone
 */
export function styleSingleton() {
  let sheet: CSSStyleSheet | undefined
  let living = 0

  // biome-ignore lint/correctness/noComponentHookFactories: as the package does; it is called once for each use
  return function Styles({ styles }: { styles: string }): null {
    // biome-ignore lint/correctness/useExhaustiveDependencies: later styles were measured with the scroll bar gone
    useEffect(() => {
      living += 1
      sheet ??= adopt(styles)
      return () => {
        living -= 1
        if (living > 0) return
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
        sheet = undefined
      }
    }, [])
    return null
  }
}

function adopt(styles: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return sheet
}
