export function DocumentScreen() {
  return null
}
