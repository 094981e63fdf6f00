export function Documents() {
  return null
}
