/** A form that can't be sent puts the person in its first wrong field. Call it when the faults are drawn. */
export function focusFirstWrong(within: ParentNode | null): void {
  within?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"])')?.focus()
}
