/** '29:05', or '1:04:09' beyond the hour. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? part : String(part).padStart(2, '0'))).join(':')
}
