import { create } from 'zustand'

/** The question for the password that stands on the screen; null when there is none. */
export const useIdentityQuestion = create<{ answer: ((isProved: boolean) => void) | null }>(() => ({
  answer: null,
}))

let asked: Promise<boolean> | null = null

/** Whether the user showed who they are. One question at a time: its answer is for all who ask meanwhile. */
export function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((answer) => useIdentityQuestion.setState({ answer })).finally(
    () => {
      asked = null
      useIdentityQuestion.setState({ answer: null })
    },
  )
  return asked
}
