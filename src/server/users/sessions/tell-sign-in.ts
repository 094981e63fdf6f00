import { dayInChile, formatDay, timeInChile } from '#domain/day.ts'
import type { Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import { instantText, type Clock } from '../../clock.ts'
import { insertSystemMail, type Db } from '../account/store.ts'
import { deviceOf } from './device.ts'
import { rememberPlace, type Origin } from './places.ts'

/** Writes to a user who signs in from where they never did before, in the sign-in's own transaction. */
export async function tellNewSignIn(
  db: Db,
  clock: Clock,
  user: { id: number; email: string; language: Language },
  origin: Origin,
): Promise<void> {
  if (!(await rememberPlace(db, clock, user.id, origin))) return
  const { email: recipient, language } = user
  const values = {
    when: `${formatDay(dayInChile(clock.now()))} ${clockTime(clock.now())}`,
    device: deviceName(origin.userAgent, language),
    network: origin.ip,
  }
  const at = instantText(clock.now())
  await insertSystemMail(db, { template: 'newSignIn', recipient, language, at, values })
}

function clockTime(instantMs: number): string {
  const { hour, minute } = timeInChile(instantMs)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function deviceName(userAgent: string, language: Language): string {
  const { browser, system } = deviceOf(userAgent)
  const texts = mailTexts(language).devices
  if (browser !== '' && system !== '') return fill(texts.both, { browser, system })
  return browser || system || texts.unknown
}
