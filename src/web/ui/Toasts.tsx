import { Notifications } from '@mantine/notifications'

/** Where toasts are shown, as spec 9 has them; what was said before it came is shown when it comes. */
export function Toasts() {
  return <Notifications position="top-center" autoClose={3000} limit={4} />
}
