/** What comes into the window enters once, when 50 px of it are there. */
const OFFSET_PX = 50

export function followEntrances(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue
        target.dataset.enter = 'entered'
        observer.unobserve(target)
      }
    },
    { rootMargin: `0px 0px -${OFFSET_PX}px` },
  )
  for (const part of document.querySelectorAll<HTMLElement>('[data-enter]')) {
    // What is already in the window stays as it is: it was read before this ran.
    if (part.getBoundingClientRect().top < window.innerHeight) continue
    part.dataset.enter = 'waiting'
    observer.observe(part)
  }
}
