import type { TFunction } from 'i18next'

const MINUTE_SECONDS = 60
const HOUR_MINUTES = 60

/** Rounded up, so that it is done when it was said: 'Cerca de 50 minutos', 'Cerca de 2 h', 'Cerca de 2 h 10 min'. */
export function durationText(t: TFunction, seconds: number): string {
  if (seconds < MINUTE_SECONDS) return t('uploads.duration.short')
  const minutes = Math.ceil(seconds / MINUTE_SECONDS)
  if (minutes < HOUR_MINUTES) return t('uploads.duration.minutes', { count: minutes })
  const [hours, left] = [Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES]
  return t(`uploads.duration.${left === 0 ? 'hours' : 'hoursMinutes'}`, { hours, minutes: left })
}
