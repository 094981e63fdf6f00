import { create } from 'zustand'

/** Whether the whole page waits for something: it is about to be left, or loaded anew. */
export const useOverlay = create<{ isShown: boolean }>(() => ({ isShown: false }))

export function showOverlay(): void {
  useOverlay.setState({ isShown: true })
}

export function hideOverlay(): void {
  useOverlay.setState({ isShown: false })
}
