import { Notifications, useNotifications } from '@mantine/notifications'
import { useLayoutEffect, useState } from 'react'
import classes from './Toasts.module.css'

/**
 * Where toasts are shown; what was said before it came is shown when it comes. Below the bar at the
 * page's top, which they never cover; at the window's edge once that has scrolled away.
 */
export function Toasts() {
  const top = useTop()
  return (
    <Notifications
      position="top-center"
      autoClose={3000}
      limit={4}
      classNames={{ root: classes.root }}
      style={{ '--toasts-top': `${top}px` }}
    />
  )
}

/** In pixels; followed while there is something to show. */
function useTop(): number {
  const isShowing = useNotifications().notifications.length > 0
  const [top, setTop] = useState(topNow)
  useLayoutEffect(() => {
    if (!isShowing) return
    const follow = () => setTop(topNow())
    follow()
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', follow)
    }
  }, [isShowing])
  return top
}

const EDGE_PX = 16
const BELOW_BAR_PX = 12

function topNow(): number {
  const bar = document.querySelector('#root > header')
  return Math.max(EDGE_PX, (bar?.getBoundingClientRect().bottom ?? 0) + BELOW_BAR_PX)
}
