export function Rules() {
  return null
}
