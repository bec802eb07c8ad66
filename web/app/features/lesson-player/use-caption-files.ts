import { useEffect, useState } from 'react'

export type Caption = { lang: string; label: string; vtt: string }
export type CaptionFile = Caption & { address: string }

/** Gives captions, which come as text, addresses that a track element can load. */
export function useCaptionFiles(captions: readonly Caption[]): readonly CaptionFile[] {
  const [files, setFiles] = useState<readonly CaptionFile[]>([])
  useEffect(() => {
    const made = captions.map((caption) => ({
      ...caption,
      address: URL.createObjectURL(new Blob([caption.vtt], { type: 'text/vtt' })),
    }))
    setFiles(made)
    return () => {
      for (const { address } of made) URL.revokeObjectURL(address)
    }
  }, [captions])
  return files
}
