/** A PDF417 symbol as modules, without quiet zone: `bars[row]` are alternating bar and space widths. */
export interface Pdf417 {
  widthModules: number
  /** Modules; each row three times as high as a module is wide. */
  rowHeightModules: 3
  rows: readonly (readonly number[])[]
}

/** Bytes as they are: byte compaction forced, 13 columns, level 5. Throws above what 90 rows can hold. */
export function encodePdf417(bytes: Uint8Array): Pdf417 {
  throw new Error(`not built: ${bytes.length}`)
}
